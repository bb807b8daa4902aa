import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { createHeldOrder } from './held-order.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const as = async (...permissions: ('order:view' | 'order:fulfil')[]) =>
  platform.http.as((await createSession(platform.container, { permissions })).token);

/** A sub-order with two scans of its parcel, the first before the second. */
async function scannedSubOrder(vendorId: string): Promise<string> {
  const { knex } = platform.container;
  const order = await createHeldOrder(platform.container, { vendorIds: [vendorId], paid: true });
  const subOrderId = order.subOrders[0]?.subOrderId ?? '';
  const shipmentId = newId();
  await knex('shipping_shipments').insert({
    id: shipmentId,
    orderId: order.orderId,
    subOrderId,
    vendorId,
    attempt: 1,
    reference: subOrderId,
    lines: '[]',
    providerId: 'carrier',
    method: 'courier',
    credentialSource: 'vendor',
    status: 'created',
    awb: subOrderId,
    actor: '{}',
    requestedAt: new Date(),
    createdAt: new Date(),
  });
  const scan = (statusCode: string, normalizedStatus: string, seconds: number) => ({
    subOrderId,
    shipmentId,
    providerId: 'carrier',
    fingerprint: newId(),
    source: 'webhook',
    statusCode,
    normalizedStatus,
    payload: '{}',
    receivedAt: new Date(Date.now() + seconds * 1_000),
  });
  await knex('shipping_events').insert([scan('OT', 'in_transit', -20), scan('OD', 'out_for_delivery', -10)]);
  return subOrderId;
}

it('an operator reads the scans of a sub-order of any vendor, the newest first, by pages', async () => {
  const subOrderId = await scannedSubOrder((await createVendor(platform.container)).vendorId);
  const path = `/admin/shipping/orders/${subOrderId}/tracking`;
  const operator = await as('order:view');
  const all = await operator.get<{ statusCode: string }[]>(path);
  expect(all.body.data.map(({ statusCode }) => statusCode)).toEqual(['OD', 'OT']);
  const second = await operator.get<{ statusCode: string }[]>(`${path}?limit=1&page=2`);
  expect(second.body.data.map(({ statusCode }) => statusCode)).toEqual(['OT']);
  expect(second.body.metadata).toMatchObject({ total: 2, limit: 1, offset: 1 });

  expect((await (await as('order:fulfil')).get(path)).status).toBe(403);
  expect((await operator.get(`/admin/shipping/orders/${newId()}/tracking`)).status).toBe(404);
});
