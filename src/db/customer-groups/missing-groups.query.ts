import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** The ids of groups that do not exist; those that do cannot be deleted until the transaction ends. */
export async function missingGroups(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query(tx, { id: uuid })(
    'select g.id from customer_groups g where g.id = any(?::uuid[]) and g.deleted_at is null order by g.id for share of g',
    [[...ids]],
  );
  const found = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !found.has(id)));
}
