import { gstSplitSql, isGstSql, placeOfSupplySql, sellerStateSql } from '#db/invoices/gst-split-sql.js';
import { type ReportArguments, whereFilter } from './report-sql.js';

/** GST among some taxes: its amount, and its rates added up. @param taxes SQL of a JSON array of line taxes */
const gstOf = (taxes: string) => `
  select coalesce(sum((entry ->> 'amount')::bigint), 0)::bigint as amount,
    coalesce(sum((entry ->> 'rate')::numeric), 0) as rate
  from jsonb_array_elements(${taxes}) as x (entry) where ${isGstSql('entry')}`;

const sumOfTaxes = (taxes: string) =>
  `(select coalesce(sum((entry ->> 'amount')::bigint), 0) from jsonb_array_elements(${taxes}) as x (entry))`;

/** Cash on delivery that was never taken: nothing was supplied, and no refund takes it back. */
const neverPaid = `p.status in ('cancelled', 'returned') and not exists (
  select 1 from payments_refund_lines x where x.sub_order_id = p.id)`;

const parties = `join orders_sub_orders p on p.id = l.sub_order_id join orders o on o.id = p.order_id
  join vendors v on v.id = p.vendor_id cross join lateral (${gstOf('l.taxes')}) g`;

const common = `
  v.id as vendor_id, ${placeOfSupplySql('o')} as place, trim_scale(g.rate) as rate,
  ${sellerStateSql('v')} is not distinct from ${placeOfSupplySql('o')} as within`;

/** Lines of confirmed sub-orders with the shipping that is taxed with them, by their confirmation. */
function sales(args: ReportArguments): string {
  return `
    select ${common}, p.confirmed_at as at, 1 as sign, g.amount + s.amount as tax,
      l.line_subtotal - l.discount_total + l.platform_discount + l.shipping_share
        - case when o.prices_include_tax then l.tax_total + ${sumOfTaxes('l.shipping_taxes')} else 0 end as taxable, 0::bigint as tcs
    from orders_lines l ${parties} cross join lateral (${gstOf('l.shipping_taxes')}) s
    where p.confirmed_at >= ${args.from} and p.confirmed_at < ${args.to} and not (${neverPaid})`;
}

/**
 * Refunded lines and taxed shipping, by the instant at which their refund was processed. Refunds made before their taxes were kept
 * have the GST that is in proportion to the taxes of their line.
 */
function returns(args: ReportArguments): string {
  return `
    select ${common}, r.processed_at as at, -1 as sign,
      case when rl.taxes is not null then t.amount
        when l.tax_total > 0 then round(rl.tax * g.amount::numeric / l.tax_total)::bigint else 0 end as tax,
      rl.taxable_value as taxable, 0::bigint as tcs
    from payments_refunds r join payments_refund_lines rl on rl.refund_id = r.id
    join orders_lines l on l.id = coalesce(rl.line_id, rl.shipping_line_id) ${parties}
    cross join lateral (${gstOf("coalesce(rl.taxes, '[]')")}) t
    where r.status = 'processed' and r.processed_at >= ${args.from} and r.processed_at < ${args.to}
      and p.confirmed_at is not null`;
}

/**
 * Tax collected at source as the ledger holds it, by the time of its posting. The tax of a sale or refund is allocated to the
 * rates of its sub-order by their taxable values, so that rows add up to the ledger. A line whose shipping alone was taxed is one of
 * them: the discount may have taken all of its price.
 */
function collected(args: ReportArguments): string {
  return `
    select c.vendor_id, c.place, c.rate, c.within, c.posted_at as at, 0 as sign, 0::bigint as tax, 0::bigint as taxable,
      (round(c.tcs * c.upto / nullif(c.total, 0)) - round(c.tcs * (c.upto - c.value) / nullif(c.total, 0)))::bigint as tcs
    from (
      select b.*, sum(b.value) over (partition by b.id order by b.rate) as upto, sum(b.value) over (partition by b.id) as total
      from (
        select t.id, t.posted_at, t.tcs, ${common},
          sum(l.line_subtotal - l.discount_total + l.platform_discount + l.shipping_share)::numeric as value
        from ledger_transactions t join orders_lines l on l.sub_order_id = t.sub_order_id ${parties}
          cross join lateral (${gstOf('l.shipping_taxes')}) s
        where t.tcs <> 0 and t.posted_at >= ${args.from} and t.posted_at < ${args.to} and g.amount + s.amount > 0
        group by t.id, v.id, o.id, g.rate
      ) b
    ) c`;
}

/** Everything that the tax report adds up: a row for each line sold or returned, its tax split, and for each tax collected. */
export function taxMovements(args: ReportArguments): string {
  const { igst, cgst, sgst } = gstSplitSql('m.tax', 'm.within');
  return `
    select m.*, m.vendor_id || ':' || coalesce(m.place, '') || ':' || m.rate as id,
      ${igst} as igst, ${cgst} as cgst, ${sgst} as sgst
    from (${sales(args)} union all ${returns(args)} union all ${collected(args)}) m
    where true${whereFilter(args, 'vendorId', (value) => `m.vendor_id = cast(${value} as uuid)`)}`;
}
