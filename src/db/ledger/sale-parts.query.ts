import type { Reader } from '#db/kernel/unit-of-work.js';
import type { TaxedSale } from '#domain/ledger/sale.js';

/** Sub-orders with what taxes are withheld by, in one statement. */
export async function readTaxedSales(
  reader: Reader,
  orderVendorIds: readonly string[],
): Promise<Map<string, TaxedSale>> {
  const { rows } = await reader.raw<{ rows: (TaxedSale & { orderVendorId: string })[] }>(
    `select part.id as order_vendor_id, v.gstin is not null as seller_has_gstin,
       coalesce(sum(case when line.gst > 0 then line.net - case when o.prices_include_tax then line.tax_total else 0 end end),
         0)::bigint as taxed_value,
       coalesce(sum(line.gst), 0)::bigint as gst
     from orders_vendors part
     join orders o on o.id = part.order_id
     join vendors v on v.id = part.vendor_id
     left join lateral (
       select l.line_subtotal - l.discount_total as net, l.tax_total,
         (select coalesce(sum((tax ->> 'amount')::bigint), 0) from jsonb_array_elements(l.taxes) tax
          where upper(trim(tax ->> 'type')) = 'GST') as gst
       from orders_lines l where l.order_vendor_id = part.id
     ) line on true
     where part.id = any(?::uuid[])
     group by part.id, v.gstin`,
    [[...orderVendorIds]],
  );
  return new Map(rows.map(({ orderVendorId, ...sale }) => [orderVendorId, sale]));
}
