import type { Reader } from '#db/kernel/unit-of-work.js';
import type { InvoiceSource } from '#domain/invoices/build-snapshot.js';

/** Everything an invoice is made of, in one statement; null for an unknown sub-order. */
export async function readInvoiceSource(reader: Reader, subOrderId: string): Promise<InvoiceSource | null> {
  const { rows } = await reader.raw<{ rows: (Omit<InvoiceSource, 'placedAt'> & { placedAt: Date })[] }>(
    `select o.order_number, o.placed_at, o.currency, o.prices_include_tax, o.payment_method, o.customer_name,
       o.billing_address, o.shipping_address, o.place_of_supply,
       sub_order.shipping_total, sub_order.subtotal, sub_order.discount_total, sub_order.platform_discount, sub_order.tax_total, sub_order.total,
       jsonb_build_object('displayName', v.display_name, 'legalName', v.legal_name, 'gstin', v.gstin,
         'stateCode', v.state_code, 'address', v.address, 'supportPhone', v.support_phone,
         'supportEmail', v.support_email) as vendor,
       (select jsonb_agg(jsonb_build_object('title', l.title, 'variantTitle', l.variant_title, 'sku', l.sku,
           'hsnCode', l.hsn_code, 'quantity', l.quantity, 'unitPrice', l.unit_price,
           'lineSubtotal', l.line_subtotal, 'discountTotal', l.discount_total - l.platform_discount, 'taxes', l.taxes,
           'shippingShare', l.shipping_share, 'shippingTaxes', l.shipping_taxes) order by l.position)
         from orders_lines l where l.sub_order_id = sub_order.id) as lines
     from orders_sub_orders sub_order
     join orders o on o.id = sub_order.order_id
     join vendors v on v.id = sub_order.vendor_id
     where sub_order.id = ?`,
    [subOrderId],
  );
  return rows[0] ?? null;
}
