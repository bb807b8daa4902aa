import type { Knex } from '#db/kernel/knex.js';

/** Products that changed after their watermark, or have none: what reconcile requests. */
export const changedProducts = `
  select p.id as product_id from products p left join search_products s on s.product_id = p.id
  where case when s.product_id is null or s.done_at is null then p.deleted_at is null
    else greatest(p.updated_at, s.touched_at) > s.done_at end
    and (s.requested_rev is null or s.requested_rev <= s.done_rev)`;

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
  const { rows } = await knex.raw<{ rows: { productId: string }[] }>(
    `select distinct product_id from (${select}) as stale
     where product_id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by product_id limit ?`,
    [after, limit],
  );
  return rows.map(({ productId }) => productId);
}
