import type { CatalogAttribute } from '#domain/product-imports/catalog-product.js';
import { valueKey } from '#domain/product-imports/merge-attributes.js';
import type { Assignment, AssignmentPlan } from '#domain/products/attribute-assignments.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { writeAssignments } from './product-assignments.repository.js';
import type { ProductWrites } from './product-writes-tables.js';

/** Works out the rows that differ. A value that takes the place of another of its attribute keeps the row. */
export function planImportedAttributes(
  stored: readonly Assignment[],
  attributes: readonly CatalogAttribute[],
): AssignmentPlan {
  const plan: AssignmentPlan = { added: [], changed: [], removedIds: [], claimed: [] };
  let sortOrder = Math.max(-1, ...stored.map((row) => row.sortOrder));
  const left = new Map<string, Assignment[]>();
  for (const row of stored) left.set(row.attributeId, [...(left.get(row.attributeId) ?? []), row]);
  for (const { attributeId, values } of attributes) {
    const rows = left.get(attributeId) ?? [];
    const kept = new Set(values.map(valueKey));
    const has = new Set(rows.map(valueKey));
    const free = rows.filter((row) => !kept.has(valueKey(row)));
    for (const value of values.filter((value) => !has.has(valueKey(value)))) {
      const row = free.shift();
      if (row) plan.changed.push({ ...row, ...value });
      else plan.added.push({ id: newId(), attributeId, ...value, sortOrder: (sortOrder += 1) });
    }
    left.set(attributeId, free);
  }
  plan.removedIds = [...left.values()].flat().map(({ id }) => id);
  return plan;
}

/** Writes the assignments of a batch, each kind of change in one statement. */
export async function writeImportedAttributes(tx: Tx, products: readonly ProductWrites[]): Promise<void> {
  const plans = products.flatMap(({ productId, assignments: plan }) => (plan ? [{ productId, plan }] : []));
  // Two products may swap unique values. The index looks at one row after the other: changed ones get out of its way.
  const unique = plans.flatMap(({ plan }) => plan.changed.filter((row) => row.uniqueValue !== null));
  if (unique.length > 0) {
    await tx.raw('update products_attributes set unique_value = null where id = any(?::uuid[])', [
      unique.map(({ id }) => id),
    ]);
  }
  await writeAssignments(tx, plans);
}
