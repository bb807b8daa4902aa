import { integer, jsonOf, nullable, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';

/** What a return says for the carrier that collects it. */
export type ReturnPickupSource = Pick<
  CarrierOrderSource,
  'orderNumber' | 'email' | 'shippingAddress' | 'lines'
> & {
  reason: string;
  status: string;
  /** Subunits that its pieces cost. */
  total: number;
  invoiceNumber: string | null;
};

export async function readReturnPickupSource(
  reader: Reader,
  returnId: string,
): Promise<ReturnPickupSource | undefined> {
  const rows = await query(reader, {
    lines: jsonOf<ReturnPickupSource['lines']>(),
    orderNumber: text,
    email: text,
    shippingAddress: jsonOf<ReturnPickupSource['shippingAddress']>(),
    reason: text,
    status: text,
    total: integer,
    invoiceNumber: nullable(text),
  })(
    `select q.reason, q.status, o.order_number, o.email, o.shipping_address,
       (select s.invoice_number from shipping_shipments s
        where s.sub_order_id = q.sub_order_id and s.invoice_number is not null order by s.attempt limit 1) as invoice_number,
       sum(round(l.total::numeric * x.quantity / l.quantity))::bigint as total,
       jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'sku', l.sku, 'title', l.title,
         'variantTitle', l.variant_title, 'quantity', x.quantity, 'unitPrice', l.unit_price, 'weight', l.weight)
         order by l.position) as lines
     from returns_requests q
     join orders o on o.id = q.order_id
     join returns_lines x on x.return_id = q.id
     join orders_lines l on l.id = x.line_id
     where q.id = ?
     group by q.id, o.id`,
    [returnId],
  );
  return rows[0];
}
