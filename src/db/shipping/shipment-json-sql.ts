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
}

/** The shipment as a JSON object, for a subquery. @param s the alias of `shipping_shipments` */
export function shipmentJson(s: string): string {
  return `jsonb_build_object('providerId', ${s}.provider_id, 'method', ${s}.method, 'courierCode', ${s}.courier_code,
    'status', ${s}.status, 'awb', ${s}.awb, 'trackingCode', ${s}.tracking_code, 'trackingUrl', ${s}.tracking_url,
    'labelUrl', ${s}.label_url, 'trackingStatus', ${s}.tracking_status, 'voidStatus', ${s}.void_status,
    'voidError', ${s}.void_error, 'error', ${s}.error)`;
}
