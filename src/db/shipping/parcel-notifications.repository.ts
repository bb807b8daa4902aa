import { nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { NotificationKind } from '#domain/shipping/parcel-notification.js';

/** What happened to the parcel of a sub-order; its latest one where no parcel is named. */
export interface ParcelChange {
  subOrderId: string;
  shipmentId: string | null;
  kind: NotificationKind;
}

const parcelNotificationColumns = {
  kind: textOf<NotificationKind>(),
  orderId: uuid,
  orderNumber: text,
  subOrderId: uuid,
  /** The buyer. */
  userId: uuid,
  courierCode: nullable(text),
  vendorName: text,
};
export type ParcelNotificationRow = RowOf<typeof parcelNotificationColumns>;

/** Which notifications of parcels were sent: one of each kind at most. */
export function createParcelNotificationsRepository() {
  return {
    /** Claims the notifications that were not sent before. @returns them, in the order of the changes */
    async claim(tx: Tx, changes: readonly ParcelChange[]): Promise<ParcelNotificationRow[]> {
      return query(tx, parcelNotificationColumns)(
        `with parcels as (
           select s.id, w.kind, min(w.place) as place
           from rows from (jsonb_to_recordset(?::jsonb) as ("subOrderId" uuid, "shipmentId" uuid, kind text))
             with ordinality as w ("subOrderId", "shipmentId", kind, place)
           cross join lateral (
             select id from shipping_shipments
             where sub_order_id = w."subOrderId" and id = coalesce(w."shipmentId", id) and created_at is not null
             order by attempt desc limit 1) s
           group by s.id, w.kind
         ), claimed as (
           insert into shipping_notifications (shipment_id, kind) select id, kind from parcels
           on conflict do nothing returning shipment_id, kind
         )
         select c.kind, s.order_id, o.order_number, s.sub_order_id, o.user_id, s.courier_code, p.vendor_name
         from claimed c join parcels on parcels.id = c.shipment_id and parcels.kind = c.kind
         join shipping_shipments s on s.id = c.shipment_id
         join orders o on o.id = s.order_id join orders_sub_orders p on p.id = s.sub_order_id
         order by parcels.place`,
        [JSON.stringify(changes)],
      );
    },
  };
}
