import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import { planProduct } from '#db/products/imported-rows.repository.js';
import { writeImportedProducts } from '#db/products/imported-products.repository.js';
import type { ProductWrites } from '#db/products/product-writes-tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { canonicalProduct } from '#domain/product-imports/canonical-product.js';
import type { MergedPart } from '#domain/product-imports/merge-batch.js';
import type { ColumnNames } from '#domain/product-imports/product-columns.js';
import type { RequestedBy } from './request-unknown.js';

/** What is the same for all rows of a batch. */
export interface BatchContext {
  importId: string;
  vendorId: string;
  columns: ColumnNames;
  /** Set when unknown brands and categories are to be requested. */
  requestedBy: RequestedBy | null;
  ctx: Context;
}

const inventory = createInventoryRepository();

/** Writes the products that became something else, and their stock. Returns what was written. */
export async function writeBatch(
  tx: Tx,
  { vendorId, ctx: { actor, now } }: BatchContext,
  merged: readonly MergedPart[],
): Promise<ProductWrites[]> {
  const writes = merged
    .filter(
      ({ stored, product }) => !stored || canonicalProduct(stored.catalog) !== canonicalProduct(product),
    )
    .map(({ stored, product, handle }) => planProduct(stored, product, { vendorId, handle, now }));
  if (writes.length === 0) return writes;
  await writeImportedProducts(tx, writes);

  const level = { vendorId, lowStockThreshold: null, updatedAt: now.toISOString() };
  const opened = writes.flatMap(({ newStock }) => newStock);
  await inventory.openLevels(
    tx,
    opened.map(({ onHand, ...flags }) => ({ ...flags, ...level, onHand: onHand ?? 0 })),
    { actor, reason: 'import' },
  );
  const changed = writes.flatMap(({ changedStock }) => changedStock);
  await inventory.setFlags(tx, vendorId, changed, now);
  await inventory.count(
    tx,
    vendorId,
    changed.flatMap(({ variantId, onHand }) => (onHand === null ? [] : [{ variantId, onHand }])),
    { actor, reason: 'import', now },
  );
  return writes;
}
