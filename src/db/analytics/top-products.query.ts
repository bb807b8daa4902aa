import { integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Calendar, Period } from '#domain/analytics/periods.js';
import { PLATFORM, type RollupTables } from './rollup-tables.js';

export const TOP = 5;

const rankedProductColumns = {
  variantId: uuid,
  productId: nullable(uuid),
  name: text,
  sku: nullable(text),
  units: integer,
  revenue: integer,
  scope: text,
  period: textOf<Period>(),
  byRevenue: integer,
  byUnits: integer,
};
export type RankedProduct = RowOf<typeof rankedProductColumns>;

/** The variants that sold most, by revenue and by units, of every scope and window. Ties rank by id. */
export async function readTopProducts(
  reader: Reader,
  tables: RollupTables,
  { bounds, today }: Calendar,
): Promise<RankedProduct[]> {
  return query(reader, rankedProductColumns)(
    `with sold as (
       select w.period, s.vendor_id, s.variant_id, sum(s.units)::bigint as units, sum(s.revenue)::bigint as revenue
       from unnest(?::text[], ?::date[]) as w (period, first_day)
       join ${tables.variantDays.name} s on s.day >= w.first_day and s.day <= ?
       group by w.period, s.vendor_id, s.variant_id
       union all
       select 'all_time', vendor_id, variant_id, units, revenue from ${tables.variantDays.sums.name} where units > 0),
     ranked as (
       select scope.id as scope, sold.*,
         row_number() over (partition by scope.id, period order by revenue desc, variant_id) as by_revenue,
         row_number() over (partition by scope.id, period order by units desc, variant_id) as by_units
       from sold cross join lateral (values (vendor_id), ('${PLATFORM}'::uuid)) as scope (id))
     select ranked.scope, ranked.period, ranked.variant_id, ranked.units, ranked.revenue,
       ranked.by_revenue, ranked.by_units, p.id as product_id, coalesce(p.title, line.title) as name,
       case when p.id is null then line.sku else v.sku end as sku
     from ranked
     left join products_variants v on v.id = ranked.variant_id
     left join products p on p.id = v.product_id
     left join lateral (
       select l.title, l.sku from orders_lines l where l.variant_id = ranked.variant_id and p.id is null
       order by l.id desc limit 1) as line on true
     where by_revenue <= ${TOP} or by_units <= ${TOP}`,
    [bounds.map(({ period }) => period), bounds.map(({ firstDay }) => firstDay), today],
  );
}
