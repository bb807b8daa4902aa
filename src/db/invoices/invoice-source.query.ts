import type { Reader } from '#db/kernel/unit-of-work.js';
import type { InvoiceSource } from '#domain/invoices/build-snapshot.js';

/** Everything an invoice is made of, in one statement; null for an unknown sub-order. */
export async function readInvoiceSource(
  reader: Reader,
  orderVendorId: string,
): Promise<InvoiceSource | null> {
  const { rows } = await reader.raw<{ rows: (Omit<InvoiceSource, 'placedAt'> & { placedAt: Date })[] }>(
    `select o.order_number, o.placed_at, o.currency, o.prices_include_tax, o.payment_method, o.customer_name,
       o.billing_address, o.shipping_address,
       part.shipping_total, part.subtotal, part.discount_total, part.tax_total, part.total,
       jsonb_build_object('displayName', v.display_name, 'legalName', v.legal_name, 'gstin', v.gstin,
         'stateCode', v.state_code, 'address', v.address, 'supportPhone', v.support_phone,
         'supportEmail', v.support_email) as vendor,
       (select jsonb_agg(jsonb_build_object('title', l.title, 'variantTitle', l.variant_title, 'sku', l.sku,
           'hsnCode', l.hsn_code, 'quantity', l.quantity, 'unitPrice', l.unit_price,
           'lineSubtotal', l.line_subtotal, 'discountTotal', l.discount_total, 'taxes', l.taxes) order by l.position)
         from orders_lines l where l.order_vendor_id = part.id) as lines
     from orders_vendors part
     join orders o on o.id = part.order_id
     join vendors v on v.id = part.vendor_id
     where part.id = ?`,
    [orderVendorId],
  );
  return rows[0] ?? null;
}
