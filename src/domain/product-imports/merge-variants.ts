import { foldOption } from '#domain/products/option.js';
import type { CatalogProduct, CatalogVariant } from './catalog-product.js';
import type { PartVariant, ProductPart } from './import-batch.js';
import type { RowError } from './imported-product.js';
import { columnLabel, type ColumnNames, type ProductColumn } from './product-columns.js';
import { combinationKey, combinationLabel } from './product-options.js';

const newVariant: Omit<CatalogVariant, 'optionValues'> = {
  sku: null,
  barcode: null,
  hsnCode: null,
  gstRate: null,
  gstExempt: false,
  price: null,
  specialPrice: null,
  weight: null,
  trackInventory: false,
  allowBackorder: false,
  quantity: null,
  thumbnail: null,
};

/** Where each row of the part goes: the place of a stored variant, or null for a new one. */
type Places = Map<PartVariant, number | null>;

/** Merges the variants of a part into those of the stored product: by their options, else by their SKU. */
export function mergeVariants(
  existing: CatalogProduct | null,
  part: ProductPart,
  columns: ColumnNames,
): { optionNames: string[]; variants: CatalogVariant[]; errors: RowError[] } {
  const stored = existing?.variants ?? [];
  const optionNames = mergeOptionNames(existing?.optionNames ?? [], part.optionNames);
  const places = findPlaces(stored, part, optionNames);
  const errors: RowError[] = [];
  const refuse = (variant: PartVariant, column: ProductColumn, reason: string) => {
    places.delete(variant);
    errors.push({
      row: variant.row,
      handle: part.handle,
      column: columnLabel(columns, column),
      reason,
      skips: 'variant',
    });
  };

  if (part.optionNames === null && optionNames.length > 0) {
    for (const [variant, place] of places) {
      if (place !== null) continue;
      const options = optionNames.join(', ');
      refuse(
        variant,
        'option1Value',
        `The product has options (${options}), but the file has no columns for them.`,
      );
    }
  }
  // Leaving one row out gives a stored variant its old SKU back, which may then stand in the way of another row.
  let variants = place(stored, part, places);
  for (let clash = findClash(variants); clash !== undefined; clash = findClash(variants)) {
    const label =
      clash.holder.optionValues.length > 0 ? ` (${combinationLabel(clash.holder.optionValues)})` : '';
    refuse(
      clash.row,
      'sku',
      `The SKU "${clash.row.sku}" belongs to another variant of this product${label}.`,
    );
    variants = place(stored, part, places);
  }
  return { optionNames, variants: variants.map(({ variant }) => variant), errors };
}

function mergeOptionNames(stored: string[], explicit: string[] | null): string[] {
  if (explicit === null) return stored;
  return explicit.map((name, index) => {
    const before = stored[index];
    return before !== undefined && foldOption(before) === foldOption(name) ? before : name;
  });
}

/** Finds the stored variant that each row means, each taken once. */
function findPlaces(
  stored: readonly CatalogVariant[],
  part: ProductPart,
  optionNames: readonly string[],
): Places {
  const places: Places = new Map(part.variants.map((variant) => [variant, null]));
  const taken = new Set<number>();
  const claim = (variant: PartVariant, fits: (candidate: CatalogVariant) => boolean) => {
    if (places.get(variant) !== null) return;
    const at = stored.findIndex((candidate, index) => !taken.has(index) && fits(candidate));
    if (at === -1) return;
    places.set(variant, at);
    taken.add(at);
  };
  // A file without option columns can name a variant of a product with options by its SKU only.
  if (part.optionNames !== null || optionNames.length === 0) {
    const keys = new Map(stored.map((candidate) => [candidate, combinationKey(candidate.optionValues)]));
    for (const variant of part.variants) {
      const key = combinationKey(variant.optionValues);
      claim(variant, (candidate) => keys.get(candidate) === key);
    }
  }
  for (const variant of part.variants) {
    if (variant.sku) claim(variant, (candidate) => candidate.sku === variant.sku);
  }
  return places;
}

interface Placed {
  variant: CatalogVariant;
  row?: PartVariant;
}

function place(stored: readonly CatalogVariant[], part: ProductPart, places: Places): Placed[] {
  const placed: Placed[] = stored.map((variant) => ({ variant }));
  const spell = speller(stored);
  for (const [row, at] of places) {
    const before = at === null ? undefined : stored[at];
    // Without option columns the file leaves the options of the variant it means as they are.
    const keeps = before !== undefined && part.optionNames === null;
    const optionValues = keeps ? before.optionValues : row.optionValues.map(spell);
    const entry: Placed = { variant: mergeVariant(before, row, optionValues), row };
    if (at === null) placed.push(entry);
    else placed[at] = entry;
  }
  return placed;
}

/**
 * One option value has one spelling within a product, the first: `Small` and `small` in two rows are the same value,
 * and were each row to set its own, every import of the file would change the other.
 */
function speller(stored: readonly CatalogVariant[]): (value: string, option: number) => string {
  const spellings = new Map<string, string>();
  const spell = (value: string, option: number): string => {
    const key = `${option} ${foldOption(value)}`;
    const known = spellings.get(key);
    if (known === undefined) spellings.set(key, value);
    return known ?? value;
  };
  for (const { optionValues } of stored) optionValues.forEach(spell);
  return spell;
}

/** A row whose SKU is also that of another variant. Two rows of a file never share one, so the other is a stored one. */
function findClash(placed: readonly Placed[]): { row: PartVariant; holder: CatalogVariant } | undefined {
  const holders = new Map<string, Placed>();
  for (const entry of placed) {
    const { sku } = entry.variant;
    if (sku === null) continue;
    const other = holders.get(sku);
    if (other === undefined) holders.set(sku, entry);
    else if (entry.row !== undefined && entry.row.sku === sku)
      return { row: entry.row, holder: other.variant };
    else if (other.row !== undefined) return { row: other.row, holder: entry.variant };
  }
  return undefined;
}

function mergeVariant(
  stored: CatalogVariant | undefined,
  row: PartVariant,
  optionValues: string[],
): CatalogVariant {
  const merged = { ...newVariant, ...stored, ...statements(row), optionValues };
  // A special price that the file did not speak of may no longer be below the price.
  const { price, specialPrice } = merged;
  const holds = specialPrice !== null && price !== null && specialPrice < price;
  return { ...merged, specialPrice: holds ? specialPrice : null };
}

/** Only the fields of which the row says something. */
function statements(row: PartVariant): Partial<CatalogVariant> {
  const { row: _number, optionValues: _values, ...fields } = row;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
