import { createHmac } from 'node:crypto';
import { type PlainResponse, plainRequest } from '../_support/plain-request.js';
import { CARRIER_SECRET, type CarrierShop } from './carrier-shop.js';

export interface WebhookOptions {
  secret?: string;
  /** The header as it is sent; null sends none. */
  signature?: string | null;
  /** In place of the shop's vendor. */
  account?: string;
}

/** Sends bytes as the carrier would: signed with the vendor's secret unless told otherwise. */
export function sendWebhook(
  shop: Pick<CarrierShop, 'url' | 'vendor'>,
  body: string | Buffer,
  { secret = CARRIER_SECRET, signature, account = shop.vendor.vendorId }: WebhookOptions = {},
): Promise<PlainResponse> {
  const signed =
    signature === undefined ? createHmac('sha256', secret).update(body).digest('hex') : signature;
  return plainRequest(shop.url, `/webhooks/shipping/carrier/${account}`, {
    method: 'POST',
    body: body as string,
    headers: {
      'content-type': 'application/json',
      ...(signed === null ? {} : { 'x-carrier-signature': signed }),
    },
  });
}

/** The body of a scan of a parcel, with the event id that makes it one event. */
export const scanOf = (awb: string, status: string, eventId: string, timestamp = '2026-11-20T10:00:00') =>
  JSON.stringify({ event_id: eventId, waybill: awb, status, timestamp });

/** The AWB that the sandbox gave a sub-order's parcel. */
export function waybillOf(shop: CarrierShop, subOrderId: string): string {
  const { waybill } = shop.carrier.parcel(subOrderId);
  if (!waybill) throw new Error(`The parcel of ${subOrderId} has no AWB`);
  return waybill;
}
