import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const isStale = `case when s.product_id is null or s.done_at is null then p.deleted_at is null
    else greatest(p.updated_at, s.touched_at) > s.done_at end
    and (s.requested_rev is null or s.requested_rev <= s.done_rev)`;

/** Products that changed after their watermark, or have none, among all. */
export const changedProducts = `
  select p.id as product_id from products p left join search_products s on s.product_id = p.id where ${isStale}`;

/** A change may be committed so much later than the instant that it carries. */
const COMMITTED_LATE = `interval '15 minutes'`;

/** The same among those that changed since an instant, and those that others touched: what a regular reconcile requests. */
export async function recentlyChangedProducts(knex: Knex, since: Date, limit: number): Promise<string[]> {
  const rows = await query(knex, { productId: uuid })(
    `select p.id as product_id from products p left join search_products s on s.product_id = p.id
     where p.updated_at > ?::timestamptz - ${COMMITTED_LATE} and ${isStale}
     union
     select product_id from search_products where touched_at > done_at and requested_rev <= done_rev
     limit ?`,
    [since, limit],
  );
  return rows.map(({ productId }) => productId);
}

/** Products with a boundary of a special price between their watermark and now, however long ago that was. */
export const repricedProducts = `
  select v.product_id from products_variants v join search_products s on s.product_id = v.product_id
  where v.deleted_at is null and s.listed and s.requested_rev <= s.done_rev
    and ((v.special_price_start > s.done_at and v.special_price_start <= now())
      or (v.special_price_end > s.done_at and v.special_price_end <= now()))`;

/** The next products that a statement selects, in the order of their ids. */
export async function nextProducts(
  knex: Knex,
  select: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await query(knex, { productId: uuid })(
    `select distinct product_id from (${select}) as stale
     where product_id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by product_id limit ?`,
    [after, limit],
  );
  return rows.map(({ productId }) => productId);
}
