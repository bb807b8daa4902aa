import { isGstSql } from '#db/invoices/gst-split-sql.js';
import { countedSql } from '#db/orders/counted-order-sql.js';
import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The lines of the vendor in counted orders of the range. */
function matching(args: ReportArguments): string {
  return (
    `orders_lines l join orders_sub_orders p on p.id = l.sub_order_id join orders o on o.id = p.order_id
     where p.vendor_id = ${args.vendorId} and p.placed_at >= ${args.from} and p.placed_at < ${args.to}
       and ${countedSql('o')}` + whereFilter(args, 'sku', (value) => `lower(l.sku) = lower(btrim(${value}))`)
  );
}

export const vendorProductsReport: ReportDefinition = {
  key: 'products',
  title: 'Products sold',
  description:
    'One row for each variant in a confirmed order of the range, with its title, HSN code and rate as it was last sold.',
  dateField: 'Order placed at',
  columns: [
    { key: 'sku', label: 'SKU', type: 'string' },
    { key: 'title', label: 'Product', type: 'string' },
    { key: 'variantTitle', label: 'Variant', type: 'string' },
    { key: 'hsnCode', label: 'HSN code', type: 'string' },
    { key: 'gstRate', label: 'GST rate (%)', type: 'number' },
    { key: 'lastSoldAt', label: 'Last sold at', type: 'datetime' },
    { key: 'ordersCount', label: 'Orders', type: 'number' },
    { key: 'unitsSold', label: 'Units sold', type: 'number' },
    { key: 'discountTotal', label: 'Discount total', type: 'money' },
    { key: 'sales', label: 'Sales after discount', type: 'money' },
  ],
  filters: [{ key: 'sku', label: 'SKU', type: 'string' }],
  kpis: [
    { key: 'products', label: 'Variants sold', type: 'number' },
    { key: 'unitsSold', label: 'Units sold', type: 'number' },
    { key: 'sales', label: 'Sales after discount', type: 'money' },
  ],
  trendSeries: [
    { key: 'unitsSold', label: 'Units sold', type: 'number' },
    { key: 'sales', label: 'Sales after discount', type: 'money' },
  ],

  keys: (args) => `
    select l.variant_id as id, max(p.placed_at) as last_sold_at from ${matching(args)} group by l.variant_id`,
  order: 'last_sold_at desc, id desc',
  rows: (args) => `
    select w.place, s.* from wanted w join (
      select l.variant_id,
        (array_agg(l.sku order by p.placed_at desc, l.id desc))[1] as sku,
        (array_agg(l.title order by p.placed_at desc, l.id desc))[1] as title,
        (array_agg(l.variant_title order by p.placed_at desc, l.id desc))[1] as variant_title,
        (array_agg(l.hsn_code order by p.placed_at desc, l.id desc))[1] as hsn_code,
        (array_agg((select sum((tax ->> 'rate')::double precision) from jsonb_array_elements(l.taxes) tax
          where ${isGstSql('tax')}) order by p.placed_at desc, l.id desc))[1] as gst_rate,
        max(p.placed_at) as last_sold_at, count(distinct l.order_id)::integer as orders_count,
        sum(l.quantity)::integer as units_sold, sum(l.discount_total)::bigint as discount_total,
        sum(l.line_subtotal - l.discount_total)::bigint as sales
      from ${matching(args)} group by l.variant_id
    ) s on s.variant_id = w.id`,
  summary: (args) => `
    select count(distinct l.variant_id) as products, coalesce(sum(l.quantity), 0)::bigint as units_sold,
      coalesce(sum(l.line_subtotal - l.discount_total), 0)::bigint as sales
    from ${matching(args)}`,
  trend: (args) => `
    select p.placed_at as at, l.quantity as units_sold, l.line_subtotal - l.discount_total as sales
    from ${matching(args)}`,
};
