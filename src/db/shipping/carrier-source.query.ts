import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import type { PaymentStatus } from '#domain/orders/order.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { cameBackSql } from './came-back-sql.js';

/** What a shipment and its order say for the carrier. */
export interface ShipmentSource extends Shipment {
  orderNumber: string;
  email: string;
  paymentMethod: string;
  paymentStatus: PaymentStatus;
  shippingAddress: Address;
  total: number;
  /** What of the cash of this parcel store credit has paid; it pays the first parcels first, but none that came back. */
  storeCredit: number;
  orderLines: CarrierOrderSource['lines'];
}

/** A shipment with everything that its carrier is sent, in one statement. */
export async function readShipmentSource(
  reader: Reader,
  shipmentId: string,
): Promise<ShipmentSource | undefined> {
  const { rows } = await reader.raw<{ rows: ShipmentSource[] }>(
    `select s.*, o.order_number, o.email, o.payment_method, o.payment_status, o.shipping_address,
       coalesce(s.value, p.total - (select coalesce(sum(rl.amount), 0) from payments_refund_lines rl
         join payments_refunds r on r.id = rl.refund_id
         where rl.sub_order_id = p.id and r.status <> 'failed')::bigint) as total,
       greatest(p.store_credit - (select coalesce(sum(e.value), 0) from shipping_shipments e
         where e.sub_order_id = p.id and e.id <> s.id and e.parcel < s.parcel and e.status = 'created'
           and not ${cameBackSql('e')})::bigint, 0) as store_credit,
       (select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'sku', l.sku, 'title', l.title,
           'variantTitle', l.variant_title, 'quantity', coalesce(own.quantity, l.quantity - l.cancelled_quantity), 'unitPrice', l.unit_price, 'weight', l.weight)
           order by l.position)
         from orders_lines l
         left join jsonb_to_recordset(case when s.counted then s.lines else '[]' end) as own("lineId" uuid, quantity integer)
           on own."lineId" = l.id
         where l.sub_order_id = s.sub_order_id and l.quantity > l.cancelled_quantity
           and (own.quantity is not null or not s.counted)) as order_lines
     from shipping_shipments s
     join orders_sub_orders p on p.id = s.sub_order_id
     join orders o on o.id = s.order_id
     where s.id = ?`,
    [shipmentId],
  );
  return rows[0];
}
