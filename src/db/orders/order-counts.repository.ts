import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Counts that triggers keep: the sums so far, and the changes since. */
const kept = [
  { counts: 'orders_counts', keys: ['day', 'status', 'payment_status'], measure: 'orders' },
  { counts: 'orders_vendor_counts', keys: ['vendor_id', 'status', 'confirmed'], measure: 'sub_orders' },
] as const;

/** Sums and changes as one relation; a condition narrows both. */
export function countedRows(
  knex: Knex,
  counts: (typeof kept)[number]['counts'],
  narrow: (builder: Knex.QueryBuilder) => void,
): Knex.QueryBuilder {
  const { keys, measure } = kept.find((entry) => entry.counts === counts) ?? kept[0];
  const of = (table: string) => {
    const rows = knex(table).select(knex.raw([...keys, `${measure} as counted`].join(', ')));
    narrow(rows);
    return rows;
  };
  return of(counts).unionAll(of(`${counts}_changes`));
}

/** Adds the changes up. Returns how many there were: two runs at once never take the same. */
export async function addUpOrderCounts(tx: Tx): Promise<number> {
  let changes = 0;
  for (const { counts, keys, measure } of kept) {
    const key = keys.join(', ');
    const rows = await query(tx, {
      changes: integer,
    })(`with taken as (delete from ${counts}_changes returning ${key}, ${measure}),
       added as (
         insert into ${counts} (${key}, ${measure})
         select ${key}, sum(${measure}) from taken group by ${key} having sum(${measure}) <> 0
         on conflict (${key}) do update set ${measure} = ${counts}.${measure} + excluded.${measure}
       )
       select count(*)::integer as changes from taken`);
    changes += rows[0]?.changes ?? 0;
  }
  return changes;
}

/** Counts everything anew, for a bulk load that ran without triggers. */
export const recountOrdersSql = `
  truncate orders_counts, orders_counts_changes, orders_vendor_counts, orders_vendor_counts_changes;
  insert into orders_counts
    select (placed_at at time zone 'UTC')::date, status, payment_status, count(*) from orders group by 1, 2, 3;
  insert into orders_vendor_counts
    select vendor_id, status, confirmed_at is not null, count(*) from orders_sub_orders group by 1, 2, 3`;
