import type { Reader } from '#db/kernel/unit-of-work.js';
import { hsnRateSql, saysGstSql } from '#db/tax/gst-sql.js';
import type { InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { invoicedSource, type OrderedSource } from '#domain/invoices/invoiced-source.js';

/**
 * The day in India whose rates a supply has: of payment, supply and invoice two lie on one side of a change of rate, and that side
 * counts (CGST Act 2017, section 14), which is the middle one of the three. Goods that are not sent yet are supplied with the invoice;
 * what is not paid yet is paid after it.
 */
const SUPPLY_DAY = `((select percentile_disc(0.5) within group (order by t.at)
  from unnest(array[coalesce(o.paid_at, 'infinity'), least(sub_order.fulfilled_at, invoices_clock()), invoices_clock()]) as t (at))
  at time zone 'Asia/Kolkata')::date`;

/**
 * Everything an invoice is made of, in one statement: the pieces that are not cancelled, at the rates of the day of their supply. Null
 * for an unknown sub-order.
 */
export async function readInvoiceSource(reader: Reader, subOrderId: string): Promise<InvoiceSource | null> {
  const { rows } = await reader.raw<{ rows: OrderedSource[] }>(
    `select o.order_number, o.placed_at, o.currency, o.prices_include_tax, o.payment_method, o.customer_name,
       o.billing_address, o.shipping_address, o.place_of_supply,
       day.of_issue::text as issue_day,
       sub_order.shipping_total, sub_order.subtotal, sub_order.discount_total, sub_order.platform_discount, sub_order.tax_total, sub_order.total,
       jsonb_build_object('displayName', v.display_name, 'legalName', v.legal_name, 'gstin', v.gstin, 'gstScheme', v.gst_scheme, 'enrolmentNumber', v.enrolment_number,
         'stateCode', v.state_code, 'address', v.address, 'supportPhone', v.support_phone,
         'supportEmail', v.support_email) as vendor,
       (select jsonb_agg(jsonb_build_object('lineId', l.id, 'cancelledQuantity', l.cancelled_quantity,
           'decided', case when not coalesce(${saysGstSql('pv')} or ${saysGstSql('p')}, false) then ${hsnRateSql('l.hsn_code', 'day.of_supply')} end,
           'title', l.title, 'variantTitle', l.variant_title, 'sku', l.sku,
           'hsnCode', l.hsn_code, 'quantity', l.quantity, 'unitPrice', l.unit_price,
           'lineSubtotal', l.line_subtotal, 'discountTotal', l.discount_total - l.platform_discount, 'taxes', l.taxes,
           'shippingShare', l.shipping_share, 'shippingTaxes', l.shipping_taxes) order by l.position)
         from orders_lines l left join products_variants pv on pv.id = l.variant_id left join products p on p.id = pv.product_id
         where l.sub_order_id = sub_order.id) as lines,
       (select coalesce(jsonb_agg(jsonb_build_object('refundId', r.id, 'lines', r.lines) order by r.created_at, r.id), '[]') from (
          select r.id, r.created_at, jsonb_agg(jsonb_build_object('lineId', rl.line_id, 'quantity', rl.quantity, 'amount', rl.amount,
            'platformDiscount', rl.platform_discount, 'taxes', rl.taxes)) as lines
          from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
          where rl.sub_order_id = sub_order.id and r.cause = 'refund' group by r.id having bool_or(rl.quantity > 0)) r) as piece_refunds
     from orders_sub_orders sub_order
     join orders o on o.id = sub_order.order_id
     join vendors v on v.id = sub_order.vendor_id
     cross join lateral (select ${SUPPLY_DAY} as of_supply, tax_day() as of_issue) day
     where sub_order.id = ?`,
    [subOrderId],
  );
  return rows[0] ? invoicedSource(rows[0]) : null;
}
