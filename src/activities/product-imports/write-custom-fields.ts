import {
  createCustomFieldsRepository,
  type FieldValues,
} from '#db/custom-fields/custom-fields.repository.js';
import type { ProductWrites } from '#db/products/product-writes-tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { customFieldsErrors } from '#domain/custom-fields/custom-fields.errors.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import type { ProductPart } from '#domain/product-imports/import-batch.js';
import type { RowError } from '#domain/product-imports/imported-product.js';
import type { MergedPart } from '#domain/product-imports/merge-batch.js';
import type { ColumnNames } from '#domain/product-imports/product-columns.js';
import { fieldNote, readCustomFields } from '#domain/product-imports/read-custom-fields.js';

const repository = createCustomFieldsRepository();

interface At {
  columns: ColumnNames;
  now: Date;
  keep?: (handle: string, changes: FieldValues) => FieldValues;
}

interface Written {
  /** Products with a field that changed. */
  productIds: string[];
  notes: RowError[];
}

/**
 * Writes what the cells of custom fields say of the products that a batch has taken in.
 * @param at.keep which of the fields of a product are written at once, where others wait for an approval
 */
export async function writeCustomFields(
  tx: Tx,
  { columns, now, keep = (_handle, changes) => changes }: At,
  parts: readonly ProductPart[],
  { merged, writes }: { merged: readonly MergedPart[]; writes: readonly ProductWrites[] },
): Promise<Written> {
  if (!columns.customFields) return { productIds: [], notes: [] };
  const created = new Map(writes.map(({ newProduct, productId }) => [newProduct?.handle, productId]));
  const ids = new Map(merged.map(({ handle, stored }) => [handle, stored?.id ?? created.get(handle)]));
  const { fields, notes } = readCustomFields(parts, customFieldsOf('product'));
  const rows = fields.flatMap((row) => {
    const entityId = ids.get(row.handle);
    const changes = entityId ? keep(row.handle, row.changes) : {};
    return entityId && Object.keys(changes).length > 0 ? [{ ...row, changes, entityId }] : [];
  });
  const outcome = await repository.mergeMany(tx, 'product', rows, now);
  const { message } = customFieldsErrors.tooLarge();
  const tooLarge = rows.filter(({ entityId }) => outcome.tooLarge.has(entityId));
  return {
    productIds: [...outcome.changed],
    notes: [...notes, ...tooLarge.map((row) => fieldNote(row, `${message}.`))],
  };
}
