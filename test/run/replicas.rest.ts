import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { eventually } from '../_support/eventually.js';
import { createHttpClient } from '../_support/http-client.js';
import { poolerProgram } from '../_support/pooler.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { openStream } from '../analytics/live-streams.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

let shop: TestShop;
let api: ApiProcess;
let worker: WorkerProcess;

/** Two APIs, two workers, two relays: one of each in this process; behind a pooler where there is one. */
beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'], pooler: poolerProgram === undefined ? 0 : 6 });
  const { config } = shop.container;
  [api, worker] = await Promise.all([startApiProcess(config), startWorkerProcess(config, 'core,relay')]);
});
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
      const confirmed = await knex('orders')
        .whereIn(
          'id',
          orders.map(({ id }) => id),
        )
        .where({ status: 'confirmed' });
      expect(confirmed).toHaveLength(carts.length);
    });
  });

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
  });

  it('have two relays, of which one holds the lease', async () => {
    const { rows } = await shop.container.knex.raw<{ rows: { relays: number; leases: number }[] }>(
      `select (select count(*)::int from pg_stat_activity
               where datname = current_database() and application_name = 'haat-relay') as relays,
              (select count(*)::int from outbox_relay) as leases`,
    );
    expect(rows).toEqual([{ relays: 2, leases: 1 }]);
  });

  it('give the invoices of a vendor one series, whichever API and worker they meet', async () => {
    const { vendor, variantId } = await vendorWithVariant(shop, { onHand: 50 });
    const carts = await Promise.all(Array.from({ length: 6 }, () => readyCart(shop, [{ variantId }])));
    const placed = await Promise.all(carts.map((cart) => placeOrder(cart, { paymentOption: 'cod' })));
    const { token } = await createSession(shop.container, { roles: ['superAdmin'] });
    const admins = [shop.http.as(token), createHttpClient(api.url).as(token)];
    await Promise.all(
      placed.flatMap((response) => {
        const { id, vendors } = data(response).order;
        const path = `/admin/orders/${id}/vendors/${vendors[0]?.id}/invoice/generate`;
        return admins.map((admin) => admin.post(path));
      }),
    );
    await eventually(async () => {
      const invoices = (await shop.container
        .knex('invoices')
        .where({ vendorId: vendor.vendorId })
        .select('sequence')) as {
        sequence: number | null;
      }[];
      const numbers = invoices.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b);
      expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
    });
  });

  it('count a paid order once in the stream of each API', async () => {
    const { token } = await createSession(shop.container, { roles: ['superAdmin'] });
    const { variantId } = await vendorWithVariant(shop, { onHand: 50 });
    const headers = { authorization: `Bearer ${token}` };
    const streams = await Promise.all([shop.url, api.url].map((url) => openStream(url, headers)));
    await eventually(async () => expect(streams.map((stream) => stream.count())).toEqual([0, 0]));
    const carts = await Promise.all(Array.from({ length: 6 }, () => readyCart(shop, [{ variantId }])));
    const orders = await Promise.all(carts.map(async (cart) => data(await placeOrder(cart))));
    await Promise.all(orders.map((order) => shop.sandbox.pay(sandboxOrderOf(order))));
    await eventually(async () => expect(streams.map((stream) => stream.count())).toEqual([6, 6]));
    for (const { frames, close } of streams) {
      const paid = frames.filter(({ type }) => type === 'order.paid').map(({ orderNumber }) => orderNumber);
      expect([...paid].sort()).toEqual(orders.map(({ order }) => order.orderNumber).sort());
      close();
    }
  });

  it('keep one value of a setting that both APIs change, and show it within a second', async () => {
    const { token } = await createSession(shop.container, { roles: ['superAdmin'] });
    const admins = [shop.http.as(token), createHttpClient(api.url).as(token)];
    const key = 'checkout_payment.cod.title';
    const shown = async (): Promise<(string | undefined)[]> => {
      const lists = await Promise.all(
        admins.map((admin) => admin.get<{ value: string; label: string }[]>('/store/checkout/options')),
      );
      return lists.map(({ body }) => body.data.find(({ value }) => value === 'cod')?.label);
    };
    for (const turn of [1, 2, 3]) {
      const titles = [`First ${turn}`, `Second ${turn}`];
      await Promise.all(
        admins.map((admin, index) => admin.patch('/admin/settings/store', { [key]: titles[index] })),
      );
      const { body } = await shop.http.as(token).get<Record<string, string>>('/admin/settings/store');
      const stored = body.data[key] ?? '';
      expect(titles).toContain(stored);
      await eventually(async () => expect(await shown()).toEqual([stored, stored]));
    }
  });
});
