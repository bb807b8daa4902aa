import { integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Calendar } from '#domain/analytics/periods.js';
import { wholeDay } from '#domain/analytics/periods.js';
import { countedSql } from '#db/orders/counted-order-sql.js';
import { PLATFORM, type RollupTables } from './rollup-tables.js';

interface Sales {
  scope: string;
  revenue: number;
  orders: number;
}
/** Hours since the day began, from 0. */
export type HourSales = Sales & { hour: number };
/** `bucket` is a day, or the first day of a month. */
export type DaySales = Sales & { bucket: string };

/** Sales of today by the hour, from raw rows: one day by index. */
export async function readHours(reader: Reader, { today, zone }: Calendar): Promise<HourSales[]> {
  const { from, to } = wholeDay(today, zone);
  const hour = 'floor(extract(epoch from o.placed_at - ?::timestamptz) / 3600)::int as hour';
  const of = `o.placed_at >= ? and o.placed_at < ? and ${countedSql('o')}`;
  return query(reader, { scope: text, revenue: integer, orders: integer, hour: integer })(
    `select '${PLATFORM}' as scope, ${hour}, sum(o.grand_total)::bigint as revenue, count(*) as orders
     from orders o where ${of} group by 2
     union all
     select v.vendor_id::text, ${hour}, sum(v.total)::bigint, count(*)
     from orders o join orders_sub_orders v on v.order_id = o.id where ${of} group by 1, 2`,
    [from, from, to, from, from, to],
  );
}

/** Sales by day since a day. */
export async function readDays(
  reader: Reader,
  tables: RollupTables,
  { today }: Calendar,
  since: string,
): Promise<DaySales[]> {
  return query(reader, { scope: text, revenue: integer, orders: integer, bucket: text })(
    `select scope, day as bucket, gross_sales as revenue, orders from ${tables.days.name}
     where day >= ? and day <= ? and orders > 0`,
    [since, today],
  );
}

/** Sales by month, from the first one on. */
export async function readMonths(reader: Reader, tables: RollupTables): Promise<DaySales[]> {
  return query(reader, { scope: text, revenue: integer, orders: integer, bucket: text })(
    `select scope, month as bucket, gross_sales as revenue, orders from ${tables.days.sums.name} where orders > 0`,
  );
}
