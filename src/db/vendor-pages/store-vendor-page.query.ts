import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { isoSql } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';
import { averageSql, vendorSumsSql } from './shown-vendor-sql.js';

/** How many approved reviews of a vendor's products have each number of stars, five first. */
const stars = `(
  select json_agg(json_build_object('rating', step.rating, 'count', coalesce(counted.count, 0)) order by step.rating desc)
  from generate_series(1, 5) as step (rating)
  left join (
    select review.rating, count(*)::integer as count from products p
    join reviews review on review.product_id = p.id and review.status = 'approved'
    where p.vendor_id = v.id and p.deleted_at is null and p.rating_count > 0
    group by review.rating
  ) as counted on counted.rating = step.rating)`;

/**
 * The page of the vendor that has this slug, or had it before, as a JSON object; null unless that vendor sells. Followers are
 * counted apart.
 */
export async function readStoreVendorPage(knex: Knex, slug: string, at: Date): Promise<string | null> {
  const rows = await query(knex, { page: text })(
    `select row_to_json(page)::text as page from (
       select v.id, v.slug, v.display_name as "displayName", written.logo, written.cover, written.story,
         coalesce(written.pictures, '{}') as pictures, written.return_policy as "returnPolicy",
         written.shipping_policy as "shippingPolicy", written.meta_title as "metaTitle",
         written.meta_description as "metaDescription",
         json_build_object('average', ${averageSql('sums')}, 'count', sums.rating_count, 'stars', ${stars}) as rating,
         sums.product_count as "productCount", ${isoSql('v.created_at')} as since,
         ${isoSql('greatest(v.updated_at, written.updated_at)')} as "updatedAt"
       from vendors v
       left join vendor_pages written on written.vendor_id = v.id
       cross join lateral (${vendorSumsSql('v.id', '?')}) as sums
       where ${vendorSellsSql('v')} and v.id = coalesce(
         (select id from vendors where slug = ? and deleted_at is null),
         (select vendor_id from vendors_former_slugs where slug = ?))
     ) as page`,
    [at, slug, slug],
  );
  return rows[0]?.page ?? null;
}
