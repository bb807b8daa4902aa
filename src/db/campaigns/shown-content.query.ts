import { instant, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { offeredSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { activeSpecialPriceSql } from '#db/products/price-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Metadata } from '#domain/_shared/json.js';
import { type ShownProduct, shownProductColumns } from '#domain/campaigns/shown-content.js';

/** Products as campaigns show them: those that can be bought at this moment; others are left out. */
export async function readShownProducts(
  knex: Knex,
  ids: readonly string[],
  now: Date,
): Promise<ShownProduct[]> {
  if (ids.length === 0) return [];
  return query(knex, shownProductColumns)(
    `select p.id, p.title, p.slug, coalesce(p.thumbnail, p.images[1]) as image,
       offer.price_start::float8 as price_start, offer.price_end::float8 as price_end,
       offer.regular_price::float8 as regular_price
     from (select ?::timestamptz as at) as now, products p
     join vendors vendor on vendor.id = p.vendor_id
     cross join lateral (
       select min(current) as price_start, max(current) as price_end,
         (array_agg(case when special is null then null else regular end order by current, variant_id))[1] as regular_price
       from (
         select v.id as variant_id, v.price as regular, ${activeSpecialPriceSql('v', 'now.at')} as special,
           coalesce(${activeSpecialPriceSql('v', 'now.at')}, v.price) as current
         from products_variants v join inventory_levels l on l.variant_id = v.id
         where v.product_id = p.id and ${offeredSql({ product: 'p', variant: 'v' }, 'now.at')}
           and ${inStockSql('l')}
       ) as offered
     ) as offer
     where p.id = any(?::uuid[]) and ${vendorSellsSql('vendor')} and offer.price_start is not null`,
    [now, [...ids]],
  );
}

/** The saved filters of listings; those that are gone are left out. */
export async function readListingFilters(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, Metadata | null>> {
  const rows = (await reader('dynamic_listings')
    .whereIn('id', [...ids])
    .select('id', 'filters')) as {
    id: string;
    filters: Metadata | null;
  }[];
  return new Map(rows.map(({ id, filters }) => [id, filters]));
}

const couponColumns = {
  id: uuid,
  name: text,
  code: text,
  endsAt: nullable(instant),
  /** Bulk codes that no order has used and no recipient was given. */
  freeCodes: integer,
};
export type CouponRow = RowOf<typeof couponColumns>;

/** Discounts that apply at this moment; others are left out. */
export async function readCoupons(reader: Reader, ids: readonly string[], now: Date): Promise<CouponRow[]> {
  if (ids.length === 0) return [];
  return query(reader, couponColumns)(
    `select d.id, d.name, d.code, d.ends_at, (
       select count(*)::int from discounts_codes c
       where c.discount_id = d.id and c.order_id is null and c.given_to is null) as free_codes
     from discounts d
     where d.id = any(?::uuid[]) and d.deleted_at is null and d.archived_at is null and d.is_active
       and (d.ends_at is null or d.ends_at > ?)`,
    [[...ids], now],
  );
}
