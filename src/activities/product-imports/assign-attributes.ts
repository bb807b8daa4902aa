import { findUniqueHolders } from '#db/products/product-assignments.repository.js';
import { holdImportAttributes } from '#db/product-imports/import-attributes.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ProductPart } from '#domain/product-imports/import-batch.js';
import type { RowError } from '#domain/product-imports/imported-product.js';
import type { ColumnNames } from '#domain/product-imports/product-columns.js';
import { mentionedValues, readAttributes } from '#domain/product-imports/read-attributes.js';
import { settleAttributes, uniqueClaims } from '#domain/product-imports/settle-attributes.js';
import type { StoredProduct } from '#domain/product-imports/stored-product.js';

/**
 * Looks up what the cells of attributes say, and leaves out what a product cannot be assigned, with notes. The caller
 * holds the stored products: writers lock products before attributes.
 */
export async function assignAttributes(
  tx: Tx,
  { attributes: columns = [] }: ColumnNames,
  parts: readonly ProductPart[],
  stored: ReadonlyMap<string, StoredProduct>,
): Promise<{ parts: readonly ProductPart[]; notes: RowError[] }> {
  if (columns.length === 0) return { parts, notes: [] };
  const codes = columns.map(({ code }) => code);
  const attributes = await holdImportAttributes(tx, codes, mentionedValues(parts));
  const read = readAttributes(parts, attributes);
  const holders = await findUniqueHolders(tx, uniqueClaims(read.parts));
  const settled = settleAttributes(read.parts, stored, holders);
  return { parts: settled.parts, notes: [...read.notes, ...settled.notes] };
}
