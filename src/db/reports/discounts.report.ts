import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The redemptions in force; those of orders that were released are not listed. */
function matching(args: ReportArguments): string {
  return (
    `discounts_redemptions r join orders o on o.id = r.order_id
     where r.state = 'held' and r.redeemed_at >= ${args.from} and r.redeemed_at < ${args.to}` +
    whereFilter(args, 'code', (value) => `upper(r.code) = upper(btrim(${value}))`)
  );
}

export const discountsReport: ReportDefinition = {
  key: 'discounts',
  title: 'Discount redemptions',
  description:
    'One row for each use of a discount by an order. An order with two coupons has two rows, each with the whole order total; the figure counts the order once.',
  dateField: 'Redeemed at',
  columns: [
    { key: 'redeemedAt', label: 'Redeemed at', type: 'datetime' },
    { key: 'code', label: 'Code', type: 'string' },
    { key: 'discountName', label: 'Discount', type: 'string' },
    { key: 'orderNumber', label: 'Order number', type: 'string' },
    { key: 'customerEmail', label: 'Customer e-mail', type: 'string' },
    { key: 'discountAmount', label: 'Discount amount', type: 'money' },
    { key: 'orderTotal', label: 'Order total', type: 'money' },
  ],
  filters: [{ key: 'code', label: 'Code', type: 'string' }],
  kpis: [
    { key: 'redemptions', label: 'Redemptions', type: 'number' },
    { key: 'discountTotal', label: 'Discount total', type: 'money' },
    { key: 'orderTotal', label: 'Order total', type: 'money' },
  ],
  trendSeries: [
    { key: 'redemptions', label: 'Redemptions', type: 'number' },
    { key: 'discountTotal', label: 'Discount total', type: 'money' },
  ],

  keys: (args) => `select r.id, r.redeemed_at from ${matching(args)}`,
  order: 'redeemed_at desc, id desc',
  rows: () => `
    select w.place, r.redeemed_at, r.code, r.name as discount_name, o.order_number, o.email as customer_email,
      r.amount as discount_amount, o.grand_total as order_total
    from wanted w join discounts_redemptions r on r.id = w.id join orders o on o.id = r.order_id`,
  summary: (args) => `
    select coalesce(sum(s.redemptions), 0)::bigint as redemptions, coalesce(sum(s.discount_total), 0)::bigint as discount_total,
      coalesce(sum(s.order_total), 0)::bigint as order_total
    from (
      select count(*) as redemptions, sum(r.amount) as discount_total, max(o.grand_total) as order_total
      from ${matching(args)} group by o.id
    ) s`,
  trend: (args) => `
    select r.redeemed_at as at, 1 as redemptions, r.amount as discount_total from ${matching(args)}`,
};
