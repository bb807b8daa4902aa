import { buyerSql, countedRefundSql, countedSql } from '#db/orders/counted-order-sql.js';
import { ledgerRowsSql } from './ledger-rows-sql.js';
import { dayMeasures, PLATFORM, type DayMeasure } from './rollup-tables.js';

/**
 * The figures of days, computed from the raw rows. Each statement takes its days as `d (day, from_at, to_at)`, three
 * parallel arrays of bindings: sales belong to the day on which their order was placed, refunds and ledger entries to
 * their own.
 */
export const daysSql =
  'd as (select * from unnest(?::date[], ?::timestamptz[], ?::timestamptz[]) as d (day, from_at, to_at))';

/** The counted orders of the days. */
const ordersSql = `o as materialized (
  select d.day, o.id, o.grand_total, o.placed_at, ${buyerSql('o')} as buyer
  from d join orders o on o.placed_at >= d.from_at and o.placed_at < d.to_at
  where ${countedSql('o')})`;

/**
 * What belongs to the orders of the days, as `l` or `v`, looked up order by order. The planner takes a day for a ninth of all
 * orders, and as a plain join it reads the whole table for a week of a store with a million orders.
 */
const linesSql = `cross join lateral (
  select l.vendor_id, l.variant_id, l.quantity, l.total from orders_lines l where l.order_id = o.id offset 0) as l`;

const subOrdersSql = `p as (
  select o.day, v.vendor_id, v.total, v.status, o.placed_at, v.fulfilled_at, v.delivered_at
  from o cross join lateral (select v.* from orders_sub_orders v where v.order_id = o.id offset 0) as v)`;

/**
 * Counted refunds, shared among vendors: by their lines where they have some, else a refund of a sub-order is its
 * vendor's, and one of the whole order is divided in proportion to the totals of the sub-orders, to the subunit (each
 * share is the difference of two rounded running sums).
 */
const refundsSql = `r as materialized (
    select d.day, r.id, r.order_id, r.sub_order_id, r.amount
    from d
    join payments_refunds r on r.processed_at >= d.from_at and r.processed_at < d.to_at
    join payments p on p.id = r.payment_id
    join orders o on o.id = r.order_id
    where ${countedRefundSql('r', 'p', 'o')}),
  shares as (
    select r.day, share.vendor_id, share.amount
    from r
    cross join lateral (
      select v.vendor_id, l.amount
      from payments_refund_lines l join orders_sub_orders v on v.id = l.sub_order_id
      where l.refund_id = r.id
      union all
      select v.vendor_id,
        (case when v.whole = 0 then case when v.position = 1 then r.amount else 0 end
         else floor(r.amount * v.upto / v.whole) - floor(r.amount * (v.upto - v.total) / v.whole) end)::bigint
      from (
        select v.vendor_id, v.total, sum(v.total) over (order by v.id) as upto, sum(v.total) over () as whole,
          row_number() over (order by v.id) as position
        from orders_sub_orders v
        where v.order_id = r.order_id and (r.sub_order_id is null or v.id = r.sub_order_id)) as v
      where not exists (select 1 from payments_refund_lines l where l.refund_id = r.id)) as share)`;

/** Columns of a vendor's rows; the platform has its own orders and sales, because an order may have several vendors. */
type Column = DayMeasure | 'order_total' | 'order_count' | 'refund_total';
const columns: readonly Column[] = [...dayMeasures, 'order_total', 'order_count', 'refund_total'];

/** One source of the union: the named columns, and nothing of the others. */
function source(from: string, vendor: string, values: Partial<Record<Column, string>>): string {
  const list = columns.map((column) => `${values[column] ?? '0::bigint'} as ${column}`);
  return `select day, ${vendor} as vendor_id, ${list.join(', ')} from ${from}`;
}

const ms = (from: string, to: string) =>
  `coalesce(round(extract(epoch from ${to} - ${from}) * 1000), 0)::bigint`;
const is = (condition: string) => `(${condition})::int::bigint`;

const sources = [
  source('o', 'null::uuid', { order_total: 'grand_total', order_count: '1::bigint' }),
  source('p', 'vendor_id', {
    gross_sales: 'total',
    orders: '1::bigint',
    ...Object.fromEntries(
      (['pending', 'fulfilled', 'delivered', 'cancelled', 'returned'] as const).map((status) => [
        status,
        is(`status = '${status}'`),
      ]),
    ),
    fulfill_ms: ms('placed_at', 'fulfilled_at'),
    fulfill_count: is('fulfilled_at is not null'),
    deliver_ms: ms('fulfilled_at', 'delivered_at'),
    deliver_count: is('fulfilled_at is not null and delivered_at is not null'),
  }),
  source(`o ${linesSql}`, 'l.vendor_id', { units: 'l.quantity::bigint' }),
  source('r', 'null::uuid', { refund_total: 'amount' }),
  source('shares', 'vendor_id', { refunds: 'amount' }),
  source(`(${ledgerRowsSql}) as ledger`, 'vendor_id', {
    commission: 'commission',
    net_earnings: 'net_earnings',
    payouts: 'payouts',
  }),
];

const platformOwn: Partial<Record<DayMeasure, Column>> = {
  gross_sales: 'order_total',
  orders: 'order_count',
  refunds: 'refund_total',
};
const measured = dayMeasures.map((measure) => {
  const own = platformOwn[measure];
  const sum = own
    ? `case when grouping(vendor_id) = 1 then sum(${own}) else sum(${measure}) end`
    : `sum(${measure})`;
  return `(${sum})::bigint as ${measure}`;
});

/** The measures of each scope and day of `d`, as rows of `analytics_days`. */
export const dayRowsSql = {
  ctes: `${daysSql}, ${ordersSql}, ${subOrdersSql}, ${refundsSql}`,
  select: `select day, case when grouping(vendor_id) = 1 then '${PLATFORM}'::uuid else vendor_id end as scope,
    ${measured.join(', ')}
  from (${sources.join(' union all ')}) as measures
  group by grouping sets ((day, vendor_id), (day))
  having grouping(vendor_id) = 1 or vendor_id is not null`,
};

/** The same for `analytics_variant_days`: what was sold of each variant. */
export const variantRowsSql = {
  ctes: `${daysSql}, ${ordersSql}`,
  select: `select o.day, l.vendor_id, l.variant_id, sum(l.quantity)::bigint as units, sum(l.total)::bigint as revenue
    from o ${linesSql} group by o.day, l.vendor_id, l.variant_id`,
};

/** The same for `analytics_buyer_days`: who bought, on the platform and of each vendor. */
export const buyerRowsSql = {
  ctes: `${daysSql}, ${ordersSql}`,
  select: `select distinct o.day, s.scope, o.buyer
    from o
    cross join lateral (
      select '${PLATFORM}'::uuid as scope
      union all select v.vendor_id from orders_sub_orders v where v.order_id = o.id) as s`,
};

/** The bindings of `d`. */
export function dayBindings(ranges: readonly { day: string; from: Date; to: Date }[]) {
  return [ranges.map(({ day }) => day), ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
}
