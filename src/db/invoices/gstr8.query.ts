import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Gstr8Row } from '#domain/invoices/gstr8.js';
import { isGstSql, placeOfSupplySql, sellerStateSql } from './gst-split-sql.js';

const gstOf = (taxes: string) => `(select coalesce(sum((x ->> 'amount')::bigint), 0)
  from jsonb_array_elements(coalesce(${taxes}, '[]')) x where ${isGstSql('x')})`;

/** Lines of the sub-order with GST, after the discounts that their seller bears and without taxes, as tax was collected on them. */
const soldValue = `(select coalesce(sum(l.line_subtotal - l.discount_total + l.platform_discount + l.shipping_share
    - case when o.prices_include_tax then l.tax_total
      + (select coalesce(sum((x ->> 'amount')::bigint), 0) from jsonb_array_elements(l.shipping_taxes) x) else 0 end), 0)
  from orders_lines l where l.sub_order_id = t.sub_order_id and ${gstOf('l.taxes || l.shipping_taxes')} > 0)`;

const returnedValue = `(select coalesce(sum(rl.taxable_value), 0) from payments_refund_lines rl
  join orders_lines l on l.id = coalesce(rl.line_id, rl.shipping_line_id)
  where rl.refund_id = t.source_id and rl.sub_order_id = t.sub_order_id and ${gstOf('l.taxes || l.shipping_taxes')} > 0)`;

/**
 * What was collected at source in a month, by the postings of the ledger: the taxes are its figures. Within a state they are central
 * and state tax. Earlier postings, those of payments and refunds, are of their own dates.
 * @param operatorGstin the registration that earlier postings are reported by
 */
export async function readGstr8(
  reader: Reader,
  { from, to }: { from: Date; to: Date },
  operatorGstin: string | null,
): Promise<Gstr8Row[]> {
  const { rows } = await reader.raw<{ rows: Gstr8Row[] }>(
    `with moved as (
       select t.vendor_id, ?::text as operator_gstin, t.tcs, case t.kind when 'sale' then 'supply' else 'return' end as kind, o.billing_address ->> 'gstin' is not null as registered,
         ${sellerStateSql('v')} is not distinct from ${placeOfSupplySql('o')} as within,
         case t.kind when 'sale' then ${soldValue} else ${returnedValue} end as value
       from ledger_transactions t join orders o on o.id = t.order_id join vendors v on v.id = t.vendor_id
       where t.kind in ('sale', 'refund') and t.posted_at >= ? and t.posted_at < ? and coalesce(t.tcs_accrued, t.tcs) <> 0
       union all
       select t.vendor_id, x.operator_gstin, t.tcs, case t.kind when 'tcs' then 'supply' else 'return' end, x.registered, x.within, x.taxable_value
       from ledger_tcs_supplies x join ledger_transactions t on t.id = x.transaction_id
       where x.posted_at >= ? and x.posted_at < ?
     ), summed as (
       select vendor_id, operator_gstin,
         coalesce(sum(value) filter (where kind = 'supply' and registered), 0) as gross_registered,
         coalesce(sum(value) filter (where kind = 'return' and registered), 0) as returned_registered,
         coalesce(sum(value) filter (where kind = 'supply' and not registered), 0) as gross_unregistered,
         coalesce(sum(value) filter (where kind = 'return' and not registered), 0) as returned_unregistered,
         coalesce(sum(tcs) filter (where not within), 0) as igst, coalesce(sum(tcs) filter (where within), 0) as local
       from moved group by vendor_id, operator_gstin
     )
     select s.vendor_id, s.operator_gstin, v.gstin as supplier_gstin, coalesce(v.legal_name, v.display_name) as supplier_name,
       s.gross_registered::bigint, s.returned_registered::bigint, s.gross_unregistered::bigint, s.returned_unregistered::bigint,
       (s.gross_registered - s.returned_registered + s.gross_unregistered - s.returned_unregistered)::bigint as net,
       s.igst::bigint, ceil(s.local / 2)::bigint as cgst, floor(s.local / 2)::bigint as sgst
     from summed s join vendors v on v.id = s.vendor_id where v.gstin is not null order by s.operator_gstin, v.gstin, s.vendor_id`,
    [operatorGstin, from, to, from, to] as never[],
  );
  return rows;
}
