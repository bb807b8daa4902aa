import type { Reader } from '#db/kernel/unit-of-work.js';
import type { PackedOrder } from '#domain/shipping/order-document.js';

/** Confirmed sub-orders of a vendor as they are packed, in the order of the ids; others are left out. */
export async function readPackedOrders(
  reader: Reader,
  vendorId: string,
  subOrderIds: readonly string[],
): Promise<PackedOrder[]> {
  const { rows } = await reader.raw<{ rows: PackedOrder[] }>(
    `select o.order_number as "orderNumber", p.placed_at as "placedAt", o.shipping_address as "shippingAddress",
       o.payment_method as "paymentMethod", v.display_name as "vendorName", v.address as "vendorAddress",
       v.support_phone as "vendorPhone",
       (select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'title', l.title, 'variantTitle', l.variant_title,
          'sku', l.sku, 'quantity', l.quantity, 'lineId', l.id,
          'unsent', greatest(l.quantity - l.cancelled_quantity - l.sent_quantity, 0)) order by l.position)
        from orders_lines l where l.sub_order_id = p.id) as lines,
       (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.parcel, 'courierCode', s.courier_code,
          'trackingCode', coalesce(s.awb, s.tracking_code), 'pieces', s.lines, 'ewayBillNumber', e.eway_bill_number)
          order by s.parcel), '[]')
        from shipping_shipments s
        left join shipping_eway_bills e on e.sub_order_id = s.sub_order_id and e.shipment_id = s.id
        where s.sub_order_id = p.id and s.counted and s.status in ('creating', 'created')) as parcels,
       (select jsonb_build_object('courierCode', s.courier_code, 'trackingCode', coalesce(s.awb, s.tracking_code),
          'ewayBillNumber', (select e.eway_bill_number from shipping_eway_bills e
            where e.sub_order_id = s.sub_order_id and e.shipment_id is null))
        from shipping_shipments s
        where s.sub_order_id = p.id and not s.counted and s.status in ('creating', 'created')
        limit 1) as "onlyParcel"
     from unnest(?::uuid[]) with ordinality as wanted (id, place)
     join orders_sub_orders p on p.id = wanted.id and p.vendor_id = ? and p.confirmed_at is not null
     join orders o on o.id = p.order_id
     join vendors v on v.id = p.vendor_id
     order by wanted.place`,
    [[...subOrderIds], vendorId],
  );
  return rows;
}

/** The sub-orders of parcels of a vendor; a parcel that was not made, or was cancelled, has none. */
export async function subOrdersOfParcels(
  reader: Reader,
  vendorId: string,
  parcelIds: readonly string[],
): Promise<{ parcelId: string; subOrderId: string }[]> {
  return (await reader('shipping_shipments')
    .where({ vendorId, counted: true })
    .whereIn('id', [...parcelIds])
    .whereIn('status', ['creating', 'created'])
    .select('id as parcelId', 'subOrderId')) as { parcelId: string; subOrderId: string }[];
}

/** How many of the sub-orders are confirmed ones of the vendor. */
export async function countPackedOrders(
  reader: Reader,
  vendorId: string,
  subOrderIds: readonly string[],
): Promise<number> {
  const { rows } = await reader.raw<{ rows: { found: number }[] }>(
    `select count(*)::integer as found from orders_sub_orders
     where id = any(?::uuid[]) and vendor_id = ? and confirmed_at is not null`,
    [[...subOrderIds], vendorId],
  );
  return rows[0]?.found ?? 0;
}
