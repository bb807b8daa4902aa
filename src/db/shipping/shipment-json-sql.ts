import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';
import type { ShipmentStatus, VoidStatus } from '#domain/shipping/shipment.js';

/** A shipment as readers of its sub-order see it. */
export interface ShipmentView {
  providerId: string;
  method: string;
  courierCode: string | null;
  status: ShipmentStatus;
  awb: string | null;
  trackingCode: string | null;
  trackingUrl: string | null;
  labelUrl: string | null;
  trackingStatus: NormalizedStatus;
  voidStatus: VoidStatus | null;
  voidError: string | null;
  error: string | null;
  /** Only where the carrier has said it. */
  expectedOn?: string;
}

/** One of several parcels of a sub-order. */
export interface ParcelView extends ShipmentView {
  id: string;
  /** 1 for the first. */
  number: number;
  lines: { lineId: string; quantity: number }[];
}

/** The shipment as a JSON object, for a subquery. @param s the alias of `shipping_shipments` */
export function shipmentJson(s: string): string {
  return `jsonb_build_object('providerId', ${s}.provider_id, 'method', ${s}.method, 'courierCode', ${s}.courier_code,
    'status', ${s}.status, 'awb', ${s}.awb, 'trackingCode', ${s}.tracking_code, 'trackingUrl', ${s}.tracking_url,
    'labelUrl', ${s}.label_url, 'trackingStatus', ${s}.tracking_status, 'voidStatus', ${s}.void_status,
    'voidError', ${s}.void_error, 'error', ${s}.error)
    || case when ${s}.expected_on is null then '{}' else jsonb_build_object('expectedOn', ${s}.expected_on) end`;
}

/** The shipment of a sub-order: its first parcel, of several attempts the latest. @param p SQL of the id of the sub-order */
export function shipmentSql(p: string): string {
  return `(select (${shipmentJson('s')}) from shipping_shipments s where s.sub_order_id = ${p}
    order by s.parcel, s.attempt desc limit 1)`;
}

/**
 * The parcels of a sub-order that is sent in several, as JSON; null where it is not. An attempt that failed is in it until
 * it is followed by another. @param p SQL of the id of the sub-order
 */
export function parcelsSql(p: string): string {
  return `(select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.parcel, 'lines', c.lines) || (${shipmentJson('c')})
      order by c.parcel, c.attempt)
    from shipping_shipments c where c.sub_order_id = ${p} and c.counted
      and (c.status <> 'failed' or not exists (select from shipping_shipments l
        where l.sub_order_id = c.sub_order_id and l.attempt > c.attempt)))`;
}
