import { type RowOf, text, uuid } from '#domain/_shared/columns.js';
import type { CatalogProduct } from './catalog-product.js';
import type { PartVariant, ProductPart } from './import-batch.js';
import type { RowError } from './imported-product.js';
import { mergeProduct } from './merge-product.js';
import { columnLabel, type ColumnNames } from './product-columns.js';
import type { StoredProduct } from './stored-product.js';

/** A live variant of the vendor that has a SKU which the batch wants. */
export const skuHolderColumns = { sku: text, productId: uuid, productTitle: text };
export type SkuHolder = RowOf<typeof skuHolderColumns>;

/** What a product of the batch becomes. */
export interface MergedPart {
  handle: string;
  stored: StoredProduct | null;
  product: CatalogProduct;
}

export interface MergedBatch {
  merged: MergedPart[];
  errors: RowError[];
  /** Products of which no variant could be taken in; their other rows have to be passed over. */
  rejected: string[];
}

interface Work {
  part: ProductPart;
  stored: StoredProduct | null;
  /** Null when there is nothing to merge into. */
  product: CatalogProduct | null;
  errors: RowError[];
}

/**
 * Merges the parts of a batch into the stored products. A SKU belongs to one variant of a vendor: a row that wants one
 * of another product is left out, unless that product gives it up in the same batch.
 */
export function mergeBatch(
  parts: readonly ProductPart[],
  stored: ReadonlyMap<string, StoredProduct>,
  holders: readonly SkuHolder[],
  columns: ColumnNames,
): MergedBatch {
  const errors: RowError[] = [];
  const works = parts.map((part): Work => merge(part, stored.get(part.handle) ?? null, columns));
  // Leaving a row out may give a stored variant its SKU back, which may then stand in the way of another product.
  for (let clash = findClash(works, holders); clash; clash = findClash(works, holders)) {
    const { work, row, title } = clash;
    const reason = `The SKU "${row.sku ?? ''}" belongs to another product of yours (${title}).`;
    errors.push({
      row: row.row,
      handle: work.part.handle,
      column: columnLabel(columns, 'sku'),
      reason,
      skips: 'variant',
    });
    const variants = work.part.variants.filter((variant) => variant !== row);
    Object.assign(work, merge({ ...work.part, variants }, work.stored, columns));
  }

  const merged: MergedPart[] = [];
  const rejected: string[] = [];
  for (const [index, { part, stored: before, product, errors: refused }] of works.entries()) {
    errors.push(...refused);
    if (product === null) errors.push(...deletedMeanwhile(part, columns));
    else if (before === null && product.variants.length === 0 && (parts[index]?.variants.length ?? 0) > 0)
      rejected.push(part.handle);
    else {
      merged.push({ handle: part.handle, stored: before, product });
      errors.push(...unpriced(part, product, columns));
    }
  }
  return { merged, errors, rejected };
}

/** A product on sale that cannot be bought, noted where its variants or its first row stand. */
function unpriced(part: ProductPart, product: CatalogProduct, columns: ColumnNames): RowError[] {
  const isUnpriced = product.variants.length === 0 || product.variants.some(({ price }) => price === null);
  const unstated = part.variants.find(({ price }) => price === undefined);
  const row = unstated?.row ?? (part.fields ? part.firstRow : undefined);
  if (product.status !== 'active' || !isUnpriced || row === undefined) return [];
  const reason =
    'The product is active, but not every variant has a price: those without one cannot be bought.';
  return [{ row, handle: part.handle, column: columnLabel(columns, 'price'), reason, skips: 'nothing' }];
}

function merge(part: ProductPart, stored: StoredProduct | null, columns: ColumnNames): Work {
  const result = mergeProduct(stored?.catalog ?? null, part, columns);
  return { part, stored, product: result?.product ?? null, errors: result?.errors ?? [] };
}

/** A row whose SKU another product has, in the catalog or after this batch. */
function findClash(
  works: readonly Work[],
  holders: readonly SkuHolder[],
): { work: Work; row: PartVariant; title: string } | undefined {
  const inBatch = new Set(works.flatMap(({ stored }) => stored?.id ?? []));
  const held = new Map<string, { owner: Work | null; title: string }>();
  for (const { sku, productId, productTitle } of holders) {
    if (!inBatch.has(productId)) held.set(sku, { owner: null, title: productTitle });
  }
  // What stays of stored products comes first: a row never takes from a variant that nobody spoke of.
  for (const work of works) {
    const wanted = new Set(work.part.variants.flatMap(({ sku }) => sku ?? []));
    for (const { sku } of work.product?.variants ?? []) {
      if (sku !== null && !wanted.has(sku)) held.set(sku, { owner: work, title: work.product?.title ?? '' });
    }
  }
  for (const work of works) {
    const refused = new Set(work.errors.map(({ row }) => row));
    for (const row of work.part.variants) {
      const holder = row.sku && !refused.has(row.row) ? held.get(row.sku) : undefined;
      if (holder && holder.owner !== work) return { work, row, title: holder.title };
    }
  }
  return undefined;
}

function deletedMeanwhile(part: ProductPart, columns: ColumnNames): RowError[] {
  const reason = 'The product was deleted while this file was being imported.';
  return part.variants.map(({ row }) => ({
    row,
    handle: part.handle,
    column: columnLabel(columns, 'handle'),
    reason,
    skips: 'row',
  }));
}
