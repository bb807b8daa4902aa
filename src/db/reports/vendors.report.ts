import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The postings of the range. */
function matching(args: ReportArguments): string {
  return (
    `ledger_transactions t where t.posted_at >= ${args.from} and t.posted_at < ${args.to}` +
    whereFilter(args, 'vendorId', (value) => `t.vendor_id = cast(${value} as uuid)`)
  );
}

const sum = (value: string, filter: string) => `coalesce(sum(${value}) filter (where ${filter}), 0)::bigint`;

const paidOut = `t.kind in ('payout', 'payout_failed')`;

export const vendorsReport: ReportDefinition = {
  key: 'vendors',
  title: 'Vendors',
  description:
    'One row for each vendor with postings in the ledger. Sales, refunds, commission and payouts count at the instant they were posted.',
  dateField: 'Posted at',
  columns: [
    { key: 'vendor', label: 'Vendor', type: 'string' },
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'units', label: 'Units', type: 'number' },
    { key: 'sales', label: 'Sales', type: 'money' },
    { key: 'refunds', label: 'Refunds', type: 'money' },
    { key: 'commission', label: 'Commission', type: 'money' },
    { key: 'withheld', label: 'Tax on commission, TCS and TDS', type: 'money' },
    { key: 'adjustments', label: 'Adjustments and cash held', type: 'money' },
    { key: 'net', label: 'Net', type: 'money' },
    { key: 'payouts', label: 'Payouts', type: 'money' },
  ],
  filters: [{ key: 'vendorId', label: 'Vendor', type: 'vendor' }],
  kpis: [
    { key: 'vendors', label: 'Vendors', type: 'number' },
    { key: 'sales', label: 'Sales', type: 'money' },
    { key: 'commission', label: 'Commission', type: 'money' },
    { key: 'net', label: 'Net', type: 'money' },
    { key: 'payouts', label: 'Payouts', type: 'money' },
  ],
  trendSeries: [
    { key: 'sales', label: 'Sales', type: 'money' },
    { key: 'commission', label: 'Commission', type: 'money' },
  ],

  keys: (args) => `
    select t.vendor_id as id, max(t.posted_at) as last_posted_at from ${matching(args)} group by t.vendor_id`,
  order: 'last_posted_at desc, id desc',
  rows: (args) => `
    select w.place, v.display_name as vendor, s.* from wanted w join (
      select t.vendor_id, count(distinct t.order_id) filter (where t.kind = 'sale')::integer as orders,
        coalesce(sum((select sum(l.quantity) from orders_lines l where l.sub_order_id = t.sub_order_id))
          filter (where t.kind = 'sale'), 0)::integer as units,
        ${sum('t.gross', `t.kind = 'sale'`)} as sales, ${sum('-t.gross', `t.kind = 'refund'`)} as refunds,
        coalesce(sum(t.commission), 0)::bigint as commission,
        coalesce(sum(t.commission_tax + t.tcs + t.tds), 0)::bigint as withheld,
        ${sum(`case when t.kind like 'dispute%' then t.gross else t.net end`, `t.kind in ('adjustment', 'cash_collected', 'hold', 'hold_released', 'dispute', 'dispute_reversed')`)} as adjustments,
        ${sum('t.net', `not ${paidOut}`)} as net, ${sum('-t.net', paidOut)} as payouts
      from ${matching(args)} group by t.vendor_id
    ) s on s.vendor_id = w.id
    join vendors v on v.id = w.id`,
  summary: (args) => `
    select count(distinct t.vendor_id) as vendors, ${sum('t.gross', `t.kind = 'sale'`)} as sales,
      coalesce(sum(t.commission), 0)::bigint as commission, ${sum('t.net', `not ${paidOut}`)} as net,
      ${sum('-t.net', paidOut)} as payouts
    from ${matching(args)}`,
  trend: (args) => `
    select t.posted_at as at, case when t.kind = 'sale' then t.gross else 0 end as sales, t.commission
    from ${matching(args)}`,
};
