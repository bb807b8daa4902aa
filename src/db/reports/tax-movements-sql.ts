import { gstSplitSql, isGstSql, placeOfSupplySql, sellerStateSql } from '#db/invoices/gst-split-sql.js';
import { type ReportArguments, whereFilter } from './report-sql.js';

/** GST of a line: the sum of its taxes of that type, and their rates added up. */
const gstOfLine = `
  select coalesce(sum((entry ->> 'amount')::bigint), 0)::bigint as amount,
    coalesce(sum((entry ->> 'rate')::numeric), 0) as rate
  from jsonb_array_elements(l.taxes) as x (entry) where ${isGstSql('entry')}`;

/** Sub-orders whose cash the vendor itself collected: the operator has nothing to collect tax from. */
const collectedByVendor = `exists (
  select 1 from ledger_transactions c where c.kind = 'cash_collected' and c.sub_order_id = p.id)`;

/** Cash on delivery that was never taken: nothing was supplied, and no refund takes it back. */
const neverPaid = `p.status in ('cancelled', 'returned') and not exists (
  select 1 from payments_refund_lines x where x.sub_order_id = p.id)`;

const parties = `join orders_sub_orders p on p.id = l.sub_order_id join orders o on o.id = p.order_id
  join vendors v on v.id = p.vendor_id cross join lateral (${gstOfLine}) g`;

const common = `
  v.id as vendor_id, ${placeOfSupplySql('o')} as place, trim_scale(g.rate) as rate,
  ${sellerStateSql('v')} is not distinct from ${placeOfSupplySql('o')} as within,
  v.gstin is not null and g.amount > 0 and not ${collectedByVendor} as collects`;

/** Lines of confirmed sub-orders, by their confirmation. */
function sales(args: ReportArguments): string {
  return `
    select ${common}, p.confirmed_at as at, 1 as sign, g.amount as tax,
      l.line_subtotal - l.discount_total - case when o.prices_include_tax then l.tax_total else 0 end as taxable
    from orders_lines l ${parties}
    where p.confirmed_at >= ${args.from} and p.confirmed_at < ${args.to} and not (${neverPaid})`;
}

/** Refunded lines, by the instant at which their refund was processed; shipping carries no tax. */
function returns(args: ReportArguments): string {
  return `
    select ${common}, r.processed_at as at, -1 as sign, least(rl.tax, g.amount) as tax, rl.taxable_value as taxable
    from payments_refunds r join payments_refund_lines rl on rl.refund_id = r.id
    join orders_lines l on l.id = rl.line_id ${parties}
    where r.status = 'processed' and r.processed_at >= ${args.from} and r.processed_at < ${args.to}
      and p.confirmed_at is not null`;
}

/** Everything that the tax report adds up: a row for each line sold or returned, its tax split. */
export function taxMovements(args: ReportArguments): string {
  const { igst, cgst, sgst } = gstSplitSql('m.tax', 'm.within');
  return `
    select m.*, m.vendor_id || ':' || coalesce(m.place, '') || ':' || m.rate as id,
      ${igst} as igst, ${cgst} as cgst, ${sgst} as sgst,
      date_trunc('month', m.at at time zone ${args.timeZone}) as month
    from (${sales(args)} union all ${returns(args)}) m
    where true${whereFilter(args, 'vendorId', (value) => `m.vendor_id = cast(${value} as uuid)`)}`;
}

/**
 * Tax collected at source (CGST Act, section 52) of each row and month: the rate on the net taxable value of what the
 * operator collects for registered sellers, half a subunit rounded up. Nothing in a month in which the returns of a seller
 * exceed its sales; else a row with more returns than sales reduces the others.
 */
export function collectedTax(args: ReportArguments): string {
  const net = 'coalesce(sum(t.sign * t.taxable) filter (where t.collects), 0)';
  return `
    select c.id, sum(case when c.seller_net > 0
      then floor(c.net * ${args.tcsBasisPoints} / 10000.0 + 0.5) else 0 end)::bigint as tcs
    from (
      select t.id, t.month, ${net} as net, sum(${net}) over (partition by t.vendor_id, t.month) as seller_net
      from (${taxMovements(args)}) t group by t.id, t.vendor_id, t.month
    ) c group by c.id`;
}
