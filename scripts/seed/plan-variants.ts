import type { OptionRow, OptionValueRow, ProductRow, VariantRow } from '#db/products/product-tables.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import type { Calendar } from './calendar.js';
import type { Draw } from './draw.js';
import type { PackSize, ProductFamily } from './product-family.js';

/** The stock with which a variant opens. */
export interface PlannedStock {
  variantId: string;
  vendorId: string;
  /** Pieces. */
  onHand: number;
  trackInventory: boolean;
  allowBackorder: boolean;
  lowStockThreshold: number | null;
}

interface Surroundings {
  product: ProductRow;
  ids: { option: () => string; variant: () => string };
  calendar: Calendar;
  vendor: Vendor;
  /** Unique within the vendor; stands in the SKU. */
  number: number;
}

interface Value extends PackSize {
  id: string;
  optionId: string;
  sortOrder: number;
}

/** The options of a product, a variant for each combination of their values, and the stock of each. */
export function planVariants(
  draw: Draw,
  family: ProductFamily,
  around: Surroundings,
): { options: OptionRow[]; optionValues: OptionValueRow[]; variants: VariantRow[]; stock: PlannedStock[] } {
  const { product, ids } = around;
  const options = (family.options ?? []).map(({ name }, sortOrder) => ({
    id: ids.option(),
    productId: product.id,
    name,
    sortOrder,
  }));
  const values = (family.options ?? []).map(({ values: all, pick = all.length }, place): Value[] => {
    // Drawn ones stand in the order of the list again: S before M.
    const drawn = new Set(draw.several(all, pick));
    const optionId = options[place]?.id ?? '';
    return all
      .filter((item) => drawn.has(item))
      .map((item) => (typeof item === 'string' ? { value: item, grams: family.grams, factor: 1 } : item))
      .map((item, sortOrder) => ({ ...item, id: ids.option(), optionId, sortOrder }));
  });
  const variants = variantRows(draw, family, values, around);
  return {
    options,
    optionValues: values
      .flat()
      .map(({ id, optionId, value, sortOrder }) => ({ id, optionId, value, sortOrder })),
    variants,
    stock: variants.map(({ id, vendorId }) => openingStock(draw, id, vendorId)),
  };
}

function combinations(lists: readonly Value[][]): Value[][] {
  return lists.reduce<Value[][]>(
    (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
    [[]],
  );
}

function variantRows(
  draw: Draw,
  family: ProductFamily,
  values: Value[][],
  around: Surroundings,
): VariantRow[] {
  const { product, ids, vendor, number } = around;
  const base = draw.whole(...family.rupees);
  const special = specialPrice(draw, around.calendar);
  const maxQuantityPerCart = draw.percent(20) ? 10 : null;
  const [length, breadth, height] = family.parcel;
  const sku = `${vendor.slug.slice(0, 3).toUpperCase()}-${String(number).padStart(4, '0')}`;
  return combinations(values).map((chosen, sortOrder) => {
    const factor = chosen.reduce((product, value) => product * value.factor, 1);
    const price = shelfPrice(base * factor);
    // Packs weigh what they say, whatever else is chosen.
    const pack = chosen.find((value) => value.grams !== family.grams);
    return {
      id: ids.variant(),
      productId: product.id,
      vendorId: vendor.id,
      thumbnail: null,
      images: [],
      price,
      specialPrice: special ? Math.min(shelfPrice(base * factor * special.share), price - 100) : null,
      specialPriceStart: special?.start ?? null,
      specialPriceEnd: special?.end ?? null,
      sku: `${sku}-${String(sortOrder + 1).padStart(2, '0')}`,
      ean: null,
      upc: null,
      barcode: null,
      hsnCode: family.hsnCode,
      gstRate: null,
      gstExempt: false,
      minQuantityPerCart: null,
      maxQuantityPerCart,
      weight: pack?.grams ?? family.grams,
      length,
      breadth,
      height,
      sortOrder,
      optionValueIds: chosen.map(({ id }) => id).sort(),
      detached: false,
      importedQuantity: null,
      createdAt: product.createdAt,
      updatedAt: product.createdAt,
    };
  });
}

/** Rupees to subunits, on a price that shops write: 449, 1,190 and so on. */
function shelfPrice(rupees: number): number {
  return Math.max(Math.round(rupees / 10) * 10 - 1, 19) * 100;
}

/** What some products cost for some weeks; it may be running, over, or to come. */
function specialPrice(draw: Draw, calendar: Calendar) {
  if (!draw.percent(18)) return null;
  const started = draw.whole(-5, 50);
  const lasts = draw.whole(7, 45);
  return {
    share: 1 - draw.pick([10, 15, 20, 25, 30]) / 100,
    start: calendar.daysAgo(started, 0).toISOString(),
    end: calendar.daysAgo(started - lasts, 0).toISOString(),
  };
}

function openingStock(draw: Draw, variantId: string, vendorId: string): PlannedStock {
  return {
    variantId,
    vendorId,
    onHand: draw.percent(4) ? 0 : draw.whole(8, 160),
    trackInventory: !draw.percent(2),
    allowBackorder: draw.percent(3),
    lowStockThreshold: draw.percent(70) ? draw.pick([5, 10, 15]) : null,
  };
}
