import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop, type SubOrder } from './carrier-shop.js';

const WAIT_MS = 700;

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop({ services: { carrierWaitMs: WAIT_MS } });
});
afterAll(() => shop.stop());

it('responds with 202 when the carrier is slower than the wait, and the row follows', async () => {
  const { id } = await shop.order();
  shop.carrier.control({ hold: true });
  const began = Date.now();
  const response = await shop.fulfil(id, 'once');
  expect(Date.now() - began).toBeGreaterThanOrEqual(WAIT_MS);
  expect(response.status).toBe(202);
  expect(data(response)).toMatchObject({ status: 'pending', shipment: { status: 'creating', awb: null } });
  // It can neither be fulfilled once more nor cancelled meanwhile; the same key waits for the same shipment.
  expect((await shop.fulfil(id)).status).toBe(409);
  expect((await shop.move(id, 'cancelled', { reason: 'x' })).status).toBe(409);
  const repeat = shop.fulfil(id, 'once');
  shop.carrier.control({ hold: false });
  expect([200, 202]).toContain((await repeat).status);
  await eventually(async () => {
    const now = data(await shop.http.as(shop.vendor.token).get<SubOrder>(`/vendor/orders/${id}`));
    const { waybill } = shop.carrier.parcel(id);
    expect(now).toMatchObject({ status: 'fulfilled', shipment: { status: 'created', awb: waybill } });
  });
  const after = await shop.fulfil(id, 'once');
  expect(after.status).toBe(200);
  expect(data(after)).toMatchObject({ status: 'fulfilled' });
  expect(shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id))).toHaveLength(1);
});
