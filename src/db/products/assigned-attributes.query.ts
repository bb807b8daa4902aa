import { uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { uniqueValueSql } from './unique-value-sql.js';

/** Whether a live product is assigned the attribute. */
export async function isAssigned(tx: Tx, attributeId: string): Promise<boolean> {
  const found = await execute(
    tx,
    `select 1 from products_attributes given join products p on p.id = given.product_id
     where given.attribute_id = ? and p.deleted_at is null limit 1`,
    [attributeId],
  );
  return found > 0;
}

/** Which of these values live products are assigned. */
export async function assignedValues(tx: Tx, valueIds: readonly string[]): Promise<Set<string>> {
  if (valueIds.length === 0) return new Set();
  const rows = await query(tx, { valueId: uuid })(
    `select distinct given.value_id from products_attributes given join products p on p.id = given.product_id
     where given.value_id = any(?::uuid[]) and p.deleted_at is null`,
    [[...valueIds]],
  );
  return new Set(rows.map(({ valueId }) => valueId));
}

/** Whether two live products share a value of the attribute. */
export async function sharesValues(tx: Tx, attributeId: string): Promise<boolean> {
  const found = await execute(
    tx,
    `select 1 from products_attributes given join products p on p.id = given.product_id
     where given.attribute_id = ? and p.deleted_at is null
     group by ${uniqueValueSql('given')} having count(*) > 1 limit 1`,
    [attributeId],
  );
  return found > 0;
}
