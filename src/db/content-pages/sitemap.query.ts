import { nullable, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';
import type { SitemapKind } from '#domain/content-pages/sitemap.js';

/** What buyers can open of each kind, as `entry`. */
const entries: Record<SitemapKind, string> = {
  products: `products entry join vendors vendor on vendor.id = entry.vendor_id
    where ${vendorSellsSql('vendor')} and ${onSaleSql('entry', ':now')}`,
  categories: 'taxonomy_categories entry where entry.deleted_at is null',
  brands: 'taxonomy_brands entry where entry.deleted_at is null',
  tags: 'taxonomy_tags entry where entry.deleted_at is null',
  ingredients: 'taxonomy_ingredients entry where entry.deleted_at is null',
  collections: 'dynamic_listings entry where true',
  pages: `content_pages entry where entry.deleted_at is null and entry.status = 'PUBLISHED'
    and entry.meta_robots not ilike '%noindex%'`,
  vendors: `vendors entry where ${vendorSellsSql('entry')}`,
};

export interface SitemapPage {
  /** A JSON array of `slug` and `updatedAt`. */
  rows: string;
  /** Id of the last row; null where no row follows it. */
  next: string | null;
}

/** Up to `limit` entries after the id `after`, in the order of their ids, so that a page stays what it was. */
export async function readSitemap(
  knex: Knex,
  kind: SitemapKind,
  { after, limit, now }: { after: string | undefined; limit: number; now: Date },
): Promise<SitemapPage> {
  const rows = await query(knex, { rows: text, next: nullable(text) })(
    `with page as materialized (
       select entry.id, entry.slug, entry.updated_at from ${entries[kind]}
         ${after === undefined ? '' : 'and entry.id > :after'}
       order by entry.id limit :limit + 1
     ), shown as (select * from page order by id limit :limit)
     select ${jsonRows(`select slug, ${isoSql('updated_at')} as "updatedAt" from shown order by id`)}::text as rows,
       case when (select count(*) from page) > :limit then (select id from shown order by id desc limit 1) end as next`,
    { after: after ?? null, limit, now },
  );
  return rows[0] ?? { rows: '[]', next: null };
}
