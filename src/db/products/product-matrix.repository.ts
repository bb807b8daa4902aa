import { type BulkTable, insertRows, insertTogether, updateRows } from '#db/kernel/bulk-write.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { namesOf } from '#domain/_shared/columns.js';
import type { MatrixPlan, TabPlan } from '#domain/products/matrix-plan.js';
import type { OptionPlan, PlannedValue } from '#domain/products/option-plan.js';
import type { MatrixTab, MatrixVariant } from '#domain/products/product-matrix.js';
import { variantColumns } from '#domain/products/product.js';
import type { VariantPlan } from '#domain/products/variant-plan.js';
import { optionTable, optionValueTable, tabTable, variantTable } from './product-tables.js';

/** Whose matrix is written, and when. */
export interface MatrixOwner {
  productId: string;
  vendorId: string;
  /** ISO text. */
  now: string;
}

type Stamped<Row> = Row & { updatedAt: string };

const changedVariantTable: BulkTable<Stamped<MatrixVariant>> = {
  name: 'products_variants',
  columns: ['id', ...namesOf(variantColumns), 'optionValueIds', 'detached', 'updatedAt'],
};

const changedTabTable: BulkTable<Stamped<MatrixTab>> = {
  name: 'products_tabs',
  columns: ['id', 'title', 'body', 'isActive', 'sortOrder', 'updatedAt'],
};

const changedValueTable: BulkTable<PlannedValue> = {
  name: 'products_option_values',
  columns: ['id', 'value', 'sortOrder'],
};

/**
 * Writes what a plan says of options, variants and tabs, each table in a statement or two however many rows there are.
 * The caller holds the lock of the product.
 */
export async function writeMatrix(tx: Tx, owner: MatrixOwner, plan: MatrixPlan): Promise<void> {
  await releaseVariants(tx, owner, plan.variants);
  await writeOptions(tx, owner, plan.options);
  await writeVariants(tx, owner, plan.variants);
  await writeTabs(tx, owner, plan.tabs);
}

/** What unique indexes would see twice goes first. */
async function releaseVariants(tx: Tx, owner: MatrixOwner, plan: VariantPlan): Promise<void> {
  await softDelete(tx, 'products_variants', owner, plan.deletedIds);
  const { releasedSkuIds, releasedCombinationIds } = plan;
  if (releasedSkuIds.length > 0)
    await tx.raw('update products_variants set sku = null where id = any(?::uuid[])', [releasedSkuIds]);
  if (releasedCombinationIds.length > 0) {
    await tx.raw('update products_variants set detached = true where id = any(?::uuid[])', [
      releasedCombinationIds,
    ]);
  }
}

async function writeOptions(tx: Tx, { productId }: MatrixOwner, plan: OptionPlan): Promise<void> {
  if (plan.removedIds.length > 0)
    await tx.raw('delete from products_options where id = any(?::uuid[])', [plan.removedIds]);
  if (plan.removedValueIds.length > 0)
    await tx.raw('delete from products_option_values where id = any(?::uuid[])', [plan.removedValueIds]);
  await updateRows(
    tx,
    optionTable,
    plan.changed.map((option) => ({ ...option, productId })),
  );
  await updateRows(tx, changedValueTable, plan.changedValues);
  await insertTogether(tx, [
    { table: optionTable, rows: plan.added.map((option) => ({ ...option, productId })) },
    { table: optionValueTable, rows: plan.addedValues },
  ]);
}

async function writeVariants(tx: Tx, owner: MatrixOwner, plan: VariantPlan): Promise<void> {
  const { productId, vendorId, now } = owner;
  await updateRows(
    tx,
    changedVariantTable,
    plan.changed.map((row) => ({ ...row, updatedAt: now })),
  );
  const stamps = { createdAt: now, updatedAt: now, importedQuantity: null };
  await insertRows(
    tx,
    variantTable,
    plan.added.map((row) => ({ ...row, ...stamps, productId, vendorId })),
  );
}

async function writeTabs(tx: Tx, owner: MatrixOwner, plan: TabPlan): Promise<void> {
  const { productId, now } = owner;
  await softDelete(tx, 'products_tabs', owner, plan.deletedIds);
  await updateRows(
    tx,
    changedTabTable,
    plan.changed.map((row) => ({ ...row, updatedAt: now })),
  );
  const stamps = { createdAt: now, updatedAt: now };
  await insertRows(
    tx,
    tabTable,
    plan.added.map((row) => ({ ...row, ...stamps, productId })),
  );
}

async function softDelete(
  tx: Tx,
  table: 'products_variants' | 'products_tabs',
  { productId, now }: MatrixOwner,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx(table).where({ productId }).whereIn('id', ids).update({ deletedAt: now, updatedAt: now });
}
