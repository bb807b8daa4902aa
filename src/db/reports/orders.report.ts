import { keptOrderTotals } from '#db/orders/kept-order-totals.query.js';
import { countedSql } from '#db/orders/counted-order-sql.js';
import type { ListFilter } from '#domain/_shared/list-query.js';
import { orderStatuses, paymentStatuses } from '#domain/orders/order.js';
import { optionsOf } from '#domain/reports/report.js';
import { type KeptReport, type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The orders of the range that pass the filters. */
function matching(args: ReportArguments): string {
  return (
    `orders o where o.placed_at >= ${args.from} and o.placed_at < ${args.to}` +
    whereFilter(args, 'status', (value) => `o.status = ${value}`) +
    whereFilter(args, 'paymentStatus', (value) => `o.payment_status = ${value}`) +
    whereFilter(
      args,
      'vendorId',
      (value) =>
        `exists (select 1 from orders_sub_orders p where p.order_id = o.id and p.vendor_id = cast(${value} as uuid))`,
    )
  );
}

export const ordersReport: ReportDefinition & KeptReport = {
  key: 'orders',
  title: 'Orders',
  description:
    'One row for each order. The figures and the trend take the orders that were confirmed; the rows are all orders.',
  dateField: 'Placed at',
  columns: [
    { key: 'orderNumber', label: 'Order number', type: 'string' },
    { key: 'placedAt', label: 'Placed at', type: 'datetime' },
    { key: 'customerEmail', label: 'Customer e-mail', type: 'string' },
    { key: 'status', label: 'Status', type: 'string' },
    { key: 'paymentStatus', label: 'Payment status', type: 'string' },
    { key: 'paymentMethod', label: 'Payment method', type: 'string' },
    { key: 'vendorCount', label: 'Vendors', type: 'number' },
    { key: 'itemCount', label: 'Items', type: 'number' },
    { key: 'subtotal', label: 'Subtotal', type: 'money' },
    { key: 'discountTotal', label: 'Discount total', type: 'money' },
    { key: 'shippingTotal', label: 'Shipping total', type: 'money' },
    { key: 'taxTotal', label: 'Tax total', type: 'money' },
    { key: 'grandTotal', label: 'Grand total', type: 'money' },
    { key: 'refundedTotal', label: 'Refunded total', type: 'money' },
    { key: 'lostDisputes', label: 'Lost disputes', type: 'money' },
  ],
  filters: [
    { key: 'status', label: 'Status', type: 'enum', options: optionsOf(orderStatuses) },
    { key: 'paymentStatus', label: 'Payment status', type: 'enum', options: optionsOf(paymentStatuses) },
    { key: 'vendorId', label: 'Vendor', type: 'vendor' },
  ],
  kpis: [
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'grossSales', label: 'Gross sales', type: 'money' },
    { key: 'aov', label: 'Average order value', type: 'money' },
    { key: 'refunds', label: 'Refunds', type: 'money' },
  ],
  trendSeries: [
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'grossSales', label: 'Gross sales', type: 'money' },
  ],

  keys: (args) => `select o.id, o.placed_at from ${matching(args)}`,
  order: 'placed_at desc, id desc',
  rows: () => `
    select w.place, o.order_number, o.placed_at, o.email as customer_email, o.status, o.payment_status,
      o.payment_method,
      (select count(*)::integer from orders_sub_orders p where p.order_id = o.id) as vendor_count,
      (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.order_id = o.id) as item_count,
      o.subtotal, o.discount_total, o.shipping_total, o.tax_total, o.grand_total, o.refunded_total,
      (select coalesce(sum(d.lost_amount), 0)::bigint from reconciliation_disputes d where d.order_id = o.id) as lost_disputes
    from wanted w join orders o on o.id = w.id`,
  // Ranges and states are counted by day; vendors are not.
  kept: (knex, { from, to, filters }, { offset }) =>
    keptOrderTotals(knex, {
      offset,
      sort: { field: 'placedAt', direction: 'desc' },
      filters: [
        { field: 'placedAt', operator: 'gte', value: new Date(from) },
        { field: 'placedAt', operator: 'lt', value: new Date(to) },
        ...Object.entries(filters).map(([field, value]): ListFilter => ({ field, operator: 'eq', value })),
      ],
    }),
  summary: (args) => `
    select count(*) as orders, coalesce(sum(o.grand_total), 0)::bigint as gross_sales,
      floor(sum(o.grand_total) / count(*) + 0.5)::bigint as aov,
      coalesce(sum(o.refunded_total), 0)::bigint as refunds
    from ${matching(args)} and ${countedSql('o')}`,
  trend: (args) => `
    select o.placed_at as at, 1 as orders, o.grand_total as gross_sales
    from ${matching(args)} and ${countedSql('o')}`,
};
