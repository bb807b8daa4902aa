import { boolean, integer, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { TaxedSale } from '#domain/ledger/sale.js';

/** Sub-orders with what taxes are withheld by, in one statement. */
export async function readTaxedSales(
  reader: Reader,
  subOrderIds: readonly string[],
): Promise<Map<string, TaxedSale>> {
  const rows = await query(reader, {
    sellerHasGstin: boolean,
    taxedValue: integer,
    gst: integer,
    subOrderId: uuid,
  })(
    `select sub_order.id as sub_order_id, v.gstin is not null as seller_has_gstin,
       coalesce(sum(case when line.gst > 0 then line.net - case when o.prices_include_tax then line.tax_total else 0 end end),
         0)::bigint as taxed_value,
       coalesce(sum(line.gst), 0)::bigint as gst
     from orders_sub_orders sub_order
     join orders o on o.id = sub_order.order_id
     join vendors v on v.id = sub_order.vendor_id
     left join lateral (
       select l.line_subtotal - l.discount_total + l.platform_discount + l.shipping_share as net,
         l.tax_total + (select coalesce(sum((tax ->> 'amount')::bigint), 0) from jsonb_array_elements(l.shipping_taxes) tax)
           as tax_total,
         (select coalesce(sum((tax ->> 'amount')::bigint), 0) from jsonb_array_elements(l.taxes || l.shipping_taxes) tax
          where upper(trim(tax ->> 'type')) = 'GST') as gst
       from orders_lines l where l.sub_order_id = sub_order.id
     ) line on true
     where sub_order.id = any(?::uuid[])
     group by sub_order.id, v.gstin`,
    [[...subOrderIds]],
  );
  return new Map(rows.map(({ subOrderId, ...sale }) => [subOrderId, sale]));
}
