import { boolean, instant, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';

/** What decides whether a product is in the index, and whether the index knows of it yet. */
const listedProductColumns = {
  id: uuid,
  title: text,
  status: text,
  visibility: text,
  publishedAt: nullable(instant),
  deletedAt: nullable(instant),
  vendorSells: boolean,
  /** Whether a change waits to be indexed. */
  waits: boolean,
  lastError: nullable(text),
  popularity: integer,
};
export type ListedProduct = RowOf<typeof listedProductColumns>;

export async function readListedProduct(knex: Knex, productId: string): Promise<ListedProduct | undefined> {
  const rows = await query(knex, listedProductColumns)(
    `select p.id, p.title, p.status, p.visibility, p.published_at, p.deleted_at,
       exists (select from vendors v where v.id = p.vendor_id and ${vendorSellsSql('v')}) as vendor_sells,
       coalesce(s.requested_rev > s.done_rev, true) as waits, s.last_error, coalesce(s.popularity, 0) as popularity
     from products p left join search_products s on s.product_id = p.id where p.id = ?`,
    [productId],
  );
  return rows[0];
}
