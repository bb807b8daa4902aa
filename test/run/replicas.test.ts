import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { eventually } from '../_support/eventually.js';
import { createHttpClient } from '../_support/http-client.js';
import { poolerProgram } from '../_support/pooler.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

let shop: TestShop;
let api: ApiProcess;
let worker: WorkerProcess;

/** Two APIs, two workers, two relays: one of each in this process; behind a pooler where there is one. */
beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'], pooler: poolerProgram === undefined ? 0 : 6 });
  const { config } = shop.container;
  [api, worker] = await Promise.all([startApiProcess(config), startWorkerProcess(config, 'core,relay')]);
}, 120_000);
afterAll(async () => {
  await api?.kill();
  await worker?.kill();
  await shop.stop();
});

describe('several of each', () => {
  it('make one order of two requests with one key, whichever API they reach', async () => {
    const { variantId } = await vendorWithVariant(shop, { onHand: 50 });
    const carts = await Promise.all(Array.from({ length: 6 }, () => readyCart(shop, [{ variantId }])));
    const placed = await Promise.all(
      carts.map(async (cart) => {
        const there = { ...cart, http: createHttpClient(api.url).as(cart.buyer.token) };
        const key = { 'Idempotency-Key': cart.cart.id };
        const both = await Promise.all(
          [cart, there].map((each) => placeOrder(each, { paymentOption: 'cod' }, key)),
        );
        return both.map((response) => data(response).order);
      }),
    );
    for (const [first, second] of placed) expect(first?.id).toBe(second?.id);
    const orders = placed.flatMap(([first]) => first ?? []);
    expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(carts.length);
    const { knex } = shop.container;
    await eventually(async () => {
      const confirmed = await knex('orders').whereIn('id', orders.map(({ id }) => id)).where({ status: 'confirmed' }); // prettier-ignore
      expect(confirmed).toHaveLength(carts.length);
    });
  }, 60_000);

  it('never sell more than there is, though both APIs sell it', async () => {
    const { variantId } = await vendorWithVariant(shop, { onHand: 3 });
    const carts = await Promise.all(Array.from({ length: 8 }, () => readyCart(shop, [{ variantId }])));
    const clients = [shop.http, createHttpClient(api.url)];
    const responses = await Promise.all(
      carts.map((cart, index) =>
        placeOrder(
          { ...cart, http: (clients[index % 2] ?? shop.http).as(cart.buyer.token) },
          { paymentOption: 'cod' },
        ),
      ),
    );
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(3);
  }, 60_000);

  it('have two relays, of which one holds the lease', async () => {
    const { rows } = await shop.container.knex.raw<{ rows: { relays: number; leases: number }[] }>(
      `select (select count(*)::int from pg_stat_activity
               where datname = current_database() and application_name = 'haat-relay') as relays,
              (select count(*)::int from outbox_relay) as leases`,
    );
    expect(rows).toEqual([{ relays: 2, leases: 1 }]);
  });
});
