import { countedSql } from '#db/orders/counted-order-sql.js';
import { subOrderStatuses, paymentStatuses } from '#domain/orders/order.js';
import { optionsOf } from '#domain/reports/report.js';
import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The sub-orders of the vendor in the range. Amounts of the whole order would show those of other vendors. */
function matching(args: ReportArguments): string {
  return (
    `orders_sub_orders p join orders o on o.id = p.order_id
     where p.vendor_id = ${args.vendorId} and p.placed_at >= ${args.from} and p.placed_at < ${args.to}` +
    whereFilter(args, 'status', (value) => `p.status = ${value}`) +
    whereFilter(args, 'paymentStatus', (value) => `o.payment_status = ${value}`)
  );
}

export const vendorOrdersReport: ReportDefinition = {
  key: 'orders',
  title: 'Orders',
  description:
    'One row for each sub-order of the vendor. The figures and the trend take the confirmed ones; the rows are all.',
  dateField: 'Placed at',
  columns: [
    { key: 'orderNumber', label: 'Order number', type: 'string' },
    { key: 'placedAt', label: 'Placed at', type: 'datetime' },
    { key: 'status', label: 'Status', type: 'string' },
    { key: 'paymentStatus', label: 'Payment status of the order', type: 'string' },
    { key: 'paymentMethod', label: 'Payment method', type: 'string' },
    { key: 'itemCount', label: 'Items', type: 'number' },
    { key: 'subtotal', label: 'Subtotal', type: 'money' },
    { key: 'discountTotal', label: 'Discount total', type: 'money' },
    { key: 'shippingTotal', label: 'Shipping total', type: 'money' },
    { key: 'taxTotal', label: 'Tax total', type: 'money' },
    { key: 'total', label: 'Total', type: 'money' },
    { key: 'commissionTotal', label: 'Commission', type: 'money' },
  ],
  filters: [
    { key: 'status', label: 'Status', type: 'enum', options: optionsOf(subOrderStatuses) },
    { key: 'paymentStatus', label: 'Payment status', type: 'enum', options: optionsOf(paymentStatuses) },
  ],
  kpis: [
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'grossSales', label: 'Gross sales', type: 'money' },
    { key: 'aov', label: 'Average order value', type: 'money' },
  ],
  trendSeries: [
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'grossSales', label: 'Gross sales', type: 'money' },
  ],

  keys: (args) => `select p.id, p.placed_at from ${matching(args)}`,
  order: 'placed_at desc, id desc',
  rows: (args) => `
    select w.place, o.order_number, p.placed_at, p.status, o.payment_status, o.payment_method,
      (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.sub_order_id = p.id) as item_count,
      p.subtotal, p.discount_total, p.shipping_total, p.tax_total, p.total, p.commission_total
    from wanted w join orders_sub_orders p on p.id = w.id and p.vendor_id = ${args.vendorId}
    join orders o on o.id = p.order_id`,
  summary: (args) => `
    select count(*) as orders, coalesce(sum(p.total), 0)::bigint as gross_sales,
      floor(sum(p.total) / count(*) + 0.5)::bigint as aov
    from ${matching(args)} and ${countedSql('o')}`,
  trend: (args) => `
    select p.placed_at as at, 1 as orders, p.total as gross_sales from ${matching(args)} and ${countedSql('o')}`,
};
