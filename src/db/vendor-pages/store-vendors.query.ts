import { type Columns, instant, nullable, type RowOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type FollowedVendor,
  followedVendorColumns,
  type StoreVendor,
  storeVendorColumns,
} from '#domain/vendor-pages/vendor-page.js';
import { averageSql, vendorSumsSql } from './shown-vendor-sql.js';

/** Few ratings say little: in the order by rating each vendor has so many of `PRIOR_STARS` more. */
const PRIOR_RATINGS = 5;
const PRIOR_STARS = 3.5;

/** The ratings of all vendors that have some, read where a list is sorted or filtered by them. */
const ratings = `(
  select p.vendor_id, round(sum(p.rating_sum)::numeric / sum(p.rating_count), 2) as average,
    (sum(p.rating_sum) + ${PRIOR_STARS * PRIOR_RATINGS}) / (sum(p.rating_count) + ${PRIOR_RATINGS}) as standing
  from products p where p.deleted_at is null and p.rating_count > 0
  group by p.vendor_id
) as rated`;

/** Adds what a list shows to the vendors of a page, in their order. */
function shown<C extends Columns>(knex: Knex, columns: C, at: Date) {
  return (page: Knex.QueryBuilder): Promise<RowOf<C>[]> =>
    query(knex, columns)(
      `select v.id, v.slug, v.display_name as "displayName", written.logo, written.cover,
         json_build_object('average', ${averageSql('sums')}, 'count', sums.rating_count) as rating,
         sums.product_count as "productCount", v.created_at as since, v.followed_at as "followedAt"
       from (select *, row_number() over () as place from (?) as page) as v
       left join vendor_pages written on written.vendor_id = v.id
       cross join lateral (${vendorSumsSql('v.id', '?')}) as sums
       order by v.place`,
      [page, at],
    );
}

/** The vendors that sell and have a product on sale. */
export function listStoreVendors(knex: Knex, query: ListQuery, at: Date): Promise<Page<StoreVendor>> {
  const base = knex({ v: 'vendors' })
    .whereRaw(vendorSellsSql('v'))
    .whereRaw(`exists (select from products p where p.vendor_id = v.id and ${onSaleSql('p', '?')})`, [at]);
  const byRating = query.sort.field === 'rating' || query.filters.some(({ field }) => field === 'rating');
  if (byRating)
    void base.joinRaw(`left join ${ratings} on rated.vendor_id = v.id
      cross join lateral (select coalesce(rated.average, 0) as average, coalesce(rated.standing, 0) as standing) as r`);
  return listPage<StoreVendor>({
    base,
    query,
    columns: { displayName: 'v.displayName', createdAt: 'v.createdAt', rating: 'r.average' },
    sortColumns: { rating: 'r.standing' },
    idColumn: 'v.id',
    searchColumns: ['v.displayName'],
    select: ['v.id', 'v.slug', 'v.displayName', 'v.createdAt', knex.raw('null::timestamptz as followed_at')],
    around: shown(knex, { ...storeVendorColumns, followedAt: nullable(instant) }, at),
  });
}

/** The vendors that a shopper follows; those that do not sell at present are left out. */
export function listFollowedVendors(
  knex: Knex,
  userId: string,
  query: ListQuery,
  at: Date,
): Promise<Page<FollowedVendor>> {
  return listPage<FollowedVendor>({
    base: knex({ f: 'vendor_pages_follows' })
      .join({ v: 'vendors' }, 'v.id', 'f.vendorId')
      .where('f.userId', userId)
      .whereRaw(vendorSellsSql('v')),
    query,
    columns: { followedAt: 'f.createdAt', displayName: 'v.displayName', vendorId: 'v.id' },
    idColumn: 'v.id',
    select: ['v.id', 'v.slug', 'v.displayName', 'v.createdAt', 'f.createdAt as followedAt'],
    around: shown(knex, followedVendorColumns, at),
  });
}
