import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { startApiProcess } from '../_support/api-process.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';
import { stockMismatches } from './held-order.js';
import { data } from '../_support/shop.js';

const PARCELS = 20;
const SCANS = 38;
const AT_ONCE = 50;
const route = ['OM', 'OS', ...Array.from({ length: SCANS - 4 }, () => 'OT'), 'OO', 'OD'];

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());

/** An order of `items` that is the same in every run and has nothing to do with where they stood. */
function shuffled<T>(items: readonly T[]): T[] {
  let state = 7;
  const drawn = items.map((item) => ({ item, at: (state = (state * 48_271) % 2_147_483_647) }));
  return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

it('stores a thousand shuffled and doubled scans once each, and delivers each parcel once', async () => {
  const parcels: { id: string; awb: string }[] = [];
  for (let count = 0; count < PARCELS; count += 1) {
    const { id } = await shop.order();
    data(await shop.fulfil(id));
    parcels.push({ id, awb: waybillOf(shop, id) });
  }
  const scans = parcels.flatMap(({ awb }) =>
    route.map((status, index) => scanOf(awb, status, `${awb}-${index}`, `2026-11-20T10:${10 + index}:00`)),
  );
  const doubled = scans.filter((_, index) => index % 3 === 0);
  const queue = shuffled([...scans, ...doubled]);
  expect(queue.length).toBeGreaterThanOrEqual(1_000);

  const statuses = new Set<number>();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let body = queue.pop(); body; body = queue.pop())
        statuses.add((await sendWebhook(shop, body)).status);
    }),
  );
  expect([...statuses]).toEqual([200]);

  const { knex } = shop.container;
  const ids = parcels.map(({ id }) => id);
  const stored = (await knex('shipping_events').whereIn('subOrderId', ids).count({ n: '*' })) as {
    n: number;
  }[];
  expect(Number(stored[0]?.n)).toBe(scans.length);
  const delivered = (await knex('orders_sub_orders').whereIn('id', ids).pluck('status')) as string[];
  expect(new Set(delivered)).toEqual(new Set(['delivered']));
  const events = (await knex('outbox_events')
    .where({ type: 'order.sub_order.delivered' })
    .count({ n: '*' })) as { n: number }[];
  expect(Number(events[0]?.n)).toBe(PARCELS);
  expect(await stockMismatches(shop.container)).toBe(0);
});

it('loses no scan and stores none twice when the API is killed in the middle', async () => {
  const { id } = await shop.order();
  data(await shop.fulfil(id));
  const awb = waybillOf(shop, id);
  const scans = Array.from({ length: 200 }, (_, index) => scanOf(awb, 'OT', `killed-${index}`));
  const queue = [...scans];
  let api = await startApiProcess(shop.container.config);
  let acknowledged = 0;
  let enough = () => undefined as void;
  const inTheMiddle = new Promise<void>((resolve) => (enough = resolve));

  /** Sends a scan until it is acknowledged, as the carrier does. */
  async function deliver(body: string): Promise<void> {
    await eventually(async () =>
      expect((await sendWebhook({ ...shop, url: api.url }, body)).status).toBe(200),
    );
    acknowledged += 1;
    if (acknowledged === 60) enough();
  }
  const senders = Array.from({ length: 20 }, async () => {
    for (let body = queue.pop(); body; body = queue.pop()) await deliver(body);
  });
  await inTheMiddle;
  await api.kill();
  const before = acknowledged;
  api = await startApiProcess(shop.container.config);
  await Promise.all(senders);
  await api.kill();

  expect(before).toBeLessThan(scans.length);
  const stored = (await shop.container
    .knex('shipping_events')
    .where({ subOrderId: id })
    .select('externalEventId')) as { externalEventId: string }[];
  expect(stored).toHaveLength(scans.length);
  expect(new Set(stored.map(({ externalEventId }) => externalEventId)).size).toBe(scans.length);
});
