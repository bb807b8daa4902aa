import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { holdUpdates, waitingStatements } from '../_support/gate.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';
import { stockOf } from './held-order.js';

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());

const parcelOf = async () => {
  const { id, orderId } = await shop.order();
  data(await shop.fulfil(id));
  return { id, orderId, awb: waybillOf(shop, id) };
};

it('leaves the pieces on the road when the first scan is being recorded as the sub-order is cancelled', async () => {
  const { id, awb } = await parcelOf();
  const gate = await holdUpdates(
    shop.container.config.DATABASE_URL,
    'shipping_shipments',
    `new.tracking_status = 'in_transit' and old.tracking_status = 'pending'`,
  );
  const scanned = sendWebhook(shop, scanOf(awb, 'OT', 'race-1'));
  await gate.reached();
  const waiting = await waitingStatements(shop.container.knex);
  const cancelled = shop.move(id, 'cancelled', { reason: 'Race' });
  await eventually(async () => expect(await waitingStatements(shop.container.knex)).toBeGreaterThan(waiting));
  await gate.open();
  expect((await scanned).status).toBe(200);
  expect(data(await cancelled)).toMatchObject({ status: 'cancelled', awaitingReturn: true });
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
});

it('says in the timeline that a parcel moves which was cancelled and restocked before its first scan', async () => {
  const { id, orderId, awb } = await parcelOf();
  data(await shop.move(id, 'cancelled', { reason: 'Changed their mind' }));
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 200, reserved: 0 });
  for (const [status, eventId] of [
    ['OT', 'late-1'],
    ['OO', 'late-2'],
  ] as const)
    expect((await sendWebhook(shop, scanOf(awb, status, eventId))).status).toBe(200);
  const notes = (await shop.container
    .knex('orders_timeline')
    .where({ orderId, event: 'shipping.shipment.moves_after_cancel' })
    .pluck('note')) as string[];
  expect(notes).toEqual([expect.stringContaining(awb)]);
});
