import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createParcelNotificationsHandler } from '#activities/shipping/parcel-notifications.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';

interface Line {
  msg: string;
  kind?: string;
  orderVendorId?: string;
  userId?: string;
}

const lines: Line[] = [];
let shop: CarrierShop;
beforeAll(async () => {
  const kept = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  shop = await startCarrierShop({ logger: pino({ level: 'info' }, kept) });
});
afterAll(() => shop.stop());

const sentFor = (id: string) =>
  lines.filter(({ msg, orderVendorId }) => msg === 'push notification sent' && orderVendorId === id);
const kindsOf = (id: string) => sentFor(id).map(({ kind }) => kind);

async function quiet(): Promise<void> {
  await eventually(async () => {
    const due = await shop.container
      .knex('outbox_deliveries')
      .where({ state: 'due', subscription: 'shipping-push' });
    expect(due).toEqual([]);
  });
}

it('hears each step of a parcel once, however often the carrier reports it', async () => {
  const { id, orderId } = await shop.order();
  data(await shop.fulfil(id));
  const awb = waybillOf(shop, id);
  for (const [index, status] of ['OS', 'OO', 'OND', 'OO', 'OND', 'OD'].entries())
    for (const repeat of [1, 2])
      expect(
        (await sendWebhook(shop, scanOf(awb, status, `${id}-${index}`, `2026-11-20T1${index}:0${repeat}:00`)))
          .status,
      ).toBe(200);
  await eventually(async () => expect(kindsOf(id)).toHaveLength(4));
  await quiet();
  expect(kindsOf(id).sort()).toEqual(['delivered', 'failed', 'out_for_delivery', 'shipped']);
  const buyer = (await shop.container.knex('orders').where({ id: orderId }).first('userId')) as {
    userId: string;
  };
  expect(new Set(sentFor(id).map(({ userId }) => userId))).toEqual(new Set([buyer.userId]));
});

it('hears of a parcel that the vendor brings', async () => {
  const { id } = await shop.order();
  data(await shop.move(id, 'fulfilled', { providerId: 'self-handled' }));
  data(await shop.move(id, 'delivered'));
  await eventually(async () => expect(kindsOf(id)).toEqual(['shipped', 'delivered']));
});

it('is not asked twice for a notification that failed, or for a batch that comes again', async () => {
  const { id } = await shop.order();
  data(await shop.move(id, 'fulfilled', { providerId: 'self-handled' }));
  await quiet();
  const event = { type: 'order.sub_order.delivered', payload: { orderVendorId: id } };
  const deliveries = [{ id: 1, event }] as unknown as DueDelivery[];
  let asked = 0;
  const handler = createParcelNotificationsHandler(shop.container, {
    send: () => {
      asked += 1;
      return Promise.reject(new Error('the push service is away'));
    },
  });
  const control = { heartbeat: () => undefined, signal: new AbortController().signal };
  expect(await handler(deliveries, control)).toEqual([{ id: 1 }]);
  expect(await handler([...deliveries, ...deliveries], control)).toEqual([{ id: 1 }, { id: 1 }]);
  expect(asked).toBe(1);
});
