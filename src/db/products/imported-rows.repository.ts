import type { CatalogProduct, CatalogVariant } from '#domain/product-imports/catalog-product.js';
import type { StoredProduct, StoredVariant } from '#domain/product-imports/stored-product.js';
import { becomesPublished } from '#domain/products/publication.js';
import { newId } from '#lib/ids.js';
import type { Combination } from '#domain/products/option-plan.js';
import { planImportedAttributes } from './imported-attributes.repository.js';
import { planImportedOptions } from './imported-options.repository.js';
import type { ProductWrites, ExplicitStock } from './product-writes-tables.js';
import type { ProductRow, VariantRow } from './product-tables.js';

export interface WriteContext {
  vendorId: string;
  handle: string;
  now: Date;
}

/** Works out the rows of a product, given what is stored and what it becomes. */
export function planProduct(
  stored: StoredProduct | null,
  product: CatalogProduct,
  context: WriteContext,
): ProductWrites {
  const productId = stored?.id ?? newId();
  const now = context.now.toISOString();
  const { plan: options, combinations } = planImportedOptions(product, stored);
  const writes: ProductWrites = {
    productId,
    newProduct: stored ? null : newProduct(productId, product, context),
    changedProduct: stored ? { id: productId, ...sharedFields(product, stored, now), updatedAt: now } : null,
    options,
    newVariants: [],
    changedVariants: [],
    givesUpSku: [],
    changesOptions: [],
    categoryId: product.category,
    formerCategoryId: stored && stored.catalog.category !== product.category ? stored.catalog.category : null,
    tagIds: product.tags,
    assignments: product.attributes && planImportedAttributes(stored?.assignments ?? [], product.attributes),
    newStock: [],
    changedStock: [],
  };
  const lastPlace = Math.max(-1, ...[...(stored?.variants.values() ?? [])].map(({ sortOrder }) => sortOrder));
  const before = new Map(stored?.catalog.variants.map((variant) => [variant.id, variant]));
  for (const [index, variant] of product.variants.entries()) {
    const combination = combinations[index] ?? { optionValueIds: [], detached: true };
    const known = variant.id === undefined ? undefined : stored?.variants.get(variant.id);
    const was = known && before.get(variant.id);
    if (known && was && variant.id !== undefined) {
      planChange(writes, { ...variant, id: variant.id }, was, { known, combination, now });
    } else {
      const row = newVariant(variant, { productId, vendorId: context.vendorId, now, ...combination });
      row.sortOrder = lastPlace + 1 + writes.newVariants.length;
      writes.newVariants.push(row);
      writes.newStock.push(stockOf(row.id, variant, variant.quantity ?? 0));
    }
  }
  return writes;
}

function planChange(
  writes: ProductWrites,
  variant: CatalogVariant & { id: string },
  was: CatalogVariant,
  { known, combination, now }: { known: StoredVariant; combination: Combination; now: string },
): void {
  const { id } = variant;
  const counted = variant.quantity !== was.quantity ? variant.quantity : null;
  if (
    counted !== null ||
    variant.trackInventory !== was.trackInventory ||
    variant.allowBackorder !== was.allowBackorder
  ) {
    writes.changedStock.push(stockOf(id, variant, counted));
  }
  const moves =
    known.detached !== combination.detached ||
    known.optionValueIds.join() !== combination.optionValueIds.join();
  if (!moves && rowFields.every((field) => variant[field] === was[field])) return;
  if (moves) writes.changesOptions.push(id);
  // A file knows no periods: a special price that it changes is in effect without one.
  const period =
    variant.specialPrice === was.specialPrice ? known : { specialPriceStart: null, specialPriceEnd: null };
  const { specialPriceStart, specialPriceEnd } = period;
  writes.changedVariants.push({
    id,
    ...variantFields(variant),
    ...combination,
    specialPriceStart,
    specialPriceEnd,
    updatedAt: now,
  });
  if (was.sku !== null && was.sku !== variant.sku) writes.givesUpSku.push(id);
}

const rowFields = [
  'sku',
  'barcode',
  'hsnCode',
  'gstRate',
  'gstExempt',
  'price',
  'specialPrice',
  'weight',
  'quantity',
  'thumbnail',
] as const;

function variantFields(variant: CatalogVariant) {
  const { sku, barcode, hsnCode, gstRate, gstExempt, price, specialPrice, weight, quantity, thumbnail } =
    variant;
  const codes = { sku, barcode, hsnCode, gstRate, gstExempt };
  return { ...codes, price, specialPrice, weight, importedQuantity: quantity, thumbnail };
}

function stockOf(variantId: string, variant: CatalogVariant, onHand: number | null): ExplicitStock {
  const { trackInventory, allowBackorder } = variant;
  return { variantId, trackInventory, allowBackorder, onHand };
}

function sharedFields(product: CatalogProduct, stored: StoredProduct | null, now: string) {
  const { title, description, images, metaTitle, metaDescription, status, visibility } = product;
  const publication = { status, visibility, publishedAt: stored?.publishedAt ?? null };
  const publishedAt = becomesPublished(stored?.catalog, publication) ? now : publication.publishedAt;
  return {
    title,
    description,
    images,
    metaTitle,
    metaDescription,
    status,
    visibility,
    publishedAt,
    brandId: product.brand,
    primaryCategoryId: product.category,
    thumbnail: stored?.thumbnail ?? images[0] ?? null,
  };
}

function newProduct(
  id: string,
  product: CatalogProduct,
  { vendorId, handle, now }: WriteContext,
): ProductRow {
  const at = now.toISOString();
  return {
    ...sharedFields(product, null, at),
    id,
    vendorId,
    handle,
    slug: '',
    createdAt: at,
    updatedAt: at,
    subtitle: null,
    material: null,
    countryOfOrigin: null,
    hsCode: null,
    midCode: null,
    gstRate: null,
    gstExempt: false,
    ogImage: null,
    attributeGroupId: null,
  };
}

function newVariant(
  variant: CatalogVariant,
  owner: { productId: string; vendorId: string; now: string; optionValueIds: string[]; detached: boolean },
): VariantRow {
  return {
    id: newId(),
    productId: owner.productId,
    vendorId: owner.vendorId,
    thumbnail: variant.thumbnail,
    images: [],
    price: variant.price,
    specialPrice: variant.specialPrice,
    specialPriceStart: null,
    specialPriceEnd: null,
    sku: variant.sku,
    ean: null,
    upc: null,
    barcode: variant.barcode,
    hsnCode: variant.hsnCode,
    gstRate: variant.gstRate,
    gstExempt: variant.gstExempt,
    minQuantityPerCart: null,
    maxQuantityPerCart: null,
    weight: variant.weight,
    length: null,
    breadth: null,
    height: null,
    sortOrder: 0,
    optionValueIds: owner.optionValueIds,
    detached: owner.detached,
    importedQuantity: variant.quantity,
    createdAt: owner.now,
    updatedAt: owner.now,
  };
}
