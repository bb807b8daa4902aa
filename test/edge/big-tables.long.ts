import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEventsSweepActivities } from '#activities/events/events-sweep.activities.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer } from '../_support/orders.js';
import { data, startShop, type PlacedResponse, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';
import { bigTables, growTables } from './big-rows.js';

/** Ten million events and deliveries, three million of each of the others; smaller where a machine has less time. */
const EVENTS = Number(process.env['EVENTS'] ?? 10_000_000);
const FULL = { events: EVENTS, others: Math.round(EVENTS * 0.3) };
const SMALL = { events: 100_000, others: 100_000 };
const ORDERS = Number(process.env['ORDERS'] ?? 60);
const PRICE = 49_900;

let shop: TestShop;
let variantId: string;
let callers: { admin: TestShop['http']; vendor: TestShop['http'] };
beforeAll(async () => {
  shop = await startShop({
    workers: ['core', 'relay', 'mail', 'search', 'feeds', 'webhooks'],
    environment: { CHECK_ANSWERS: 'false' },
  });
  const made = await vendorWithVariant(shop, { onHand: 100_000, price: PRICE });
  variantId = made.variantId;
  const as = async (options: Parameters<typeof createSession>[1]) =>
    shop.http.as((await createSession(shop.container, options)).token);
  callers = {
    admin: await as({ roles: ['superAdmin'] }),
    vendor: await as({ vendorId: made.vendor.vendorId }),
  };
});
afterAll(() => shop.stop());

/** Processor seconds of the connections of this database, by process. */
async function backendSeconds(): Promise<Map<number, number>> {
  const { rows } = await shop.container.knex.raw<{ rows: { pid: number }[] }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return new Map(
    rows.flatMap(({ pid }): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [[pid, (Number(fields[11]) + Number(fields[12])) / 100]];
      } catch {
        return [];
      }
    }),
  );
}

/** Rows that were read one after the other in the big tables so far. */
async function scanned(): Promise<Record<string, number>> {
  const { rows } = await shop.container.knex.raw<{ rows: { relname: string; read: string }[] }>(
    `select relname, seq_tup_read as read from pg_stat_user_tables where relname = any(?)`,
    [[...bigTables]],
  );
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, Number(read)]));
}

async function preparedBuyer(): Promise<{ http: TestShop['http']; cartId: string }> {
  const { userId, token, email } = await createBuyer(shop.container);
  const cartId = newId();
  const { knex } = shop.container;
  await knex('carts').insert({ id: cartId, userId, email, shippingAddress: JSON.stringify(addressOf()) });
  await knex('carts_items').insert({ cartId, variantId, quantity: 1, unitPriceSeen: PRICE });
  return { http: shop.http.as(token), cartId };
}

const body = { expectedTotal: PRICE, paymentOption: 'cod' };

/** As long after each work for what follows its orders: not all of it belongs to the workers of this test. */
const FOLLOW_UP_MS = 15_000;
const followUp = () => sleep(FOLLOW_UP_MS);

/** Orders with what follows them, and the pages that show these tables. @returns processor milliseconds of the database an order */
async function hotWork(orders: number): Promise<number> {
  const buyers = await Promise.all(Array.from({ length: orders }, preparedBuyer));
  const before = await backendSeconds();
  for (const { http, cartId } of buyers) {
    const { order } = data(await http.post<PlacedResponse>(`/store/carts/${cartId}/place-order`, body));
    await http.get(`/store/orders/${order.id}`);
    await callers.admin.get(`/admin/orders/${order.id}`);
    await callers.admin.get(`/admin/email/deliveries?filters[]=orderId:eq:${order.id}`);
  }
  for (let turn = 0; turn < orders; turn += 1) {
    await callers.vendor.get(`/vendor/inventory/${variantId}/movements?limit=20`);
    // As the console asks: to count millions of rows takes as long as they are many.
    await callers.admin.get('/admin/email/deliveries?limit=20&total=estimated');
    await callers.admin.get('/admin/event-deliveries?limit=20&total=estimated');
  }
  await followUp();
  const after = await backendSeconds();
  const used = [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
  return (used * 1_000) / orders;
}

/** Milliseconds that placing an order takes, the middle of so many. */
async function placing(orders: number): Promise<number> {
  const buyers = await Promise.all(Array.from({ length: orders }, preparedBuyer));
  const times: number[] = [];
  for (const { http, cartId } of buyers) {
    const began = performance.now();
    data(await http.post(`/store/carts/${cartId}/place-order`, body));
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(orders / 2)] ?? 0;
}

it('costs an order hardly more over millions of rows, reads no table whole, and is swept beside orders', async () => {
  const { container } = shop;
  const url = container.config.DATABASE_URL;
  await growTables(url, { events: 0, others: 0 }, SMALL);
  await hotWork(ORDERS);
  const small = await hotWork(ORDERS);
  await growTables(url, SMALL, FULL);
  await hotWork(ORDERS / 2);
  const before = await scanned();
  const full = await hotWork(ORDERS);
  const read = await scanned();

  const quiet = await placing(ORDERS);
  const activity = new MockActivityEnvironment();
  const deliveries = createDeliveriesRepository(container.knex);
  const { sweepDeliveredEvents } = createEventsSweepActivities({ ...container, deliveries });
  const eventsLeft = async () =>
    Number((await container.knex('outbox_events').count({ left: '*' }))[0]?.['left']);
  const atFirst = await eventsLeft();
  const sweeping = activity
    .run(sweepDeliveredEvents, { keepDays: 30 })
    .catch((error: unknown) => expect(error).toBeInstanceOf(CancelledFailure));
  const beside = await placing(ORDERS);
  if (process.env['SWEEP_ALL'] === undefined) activity.cancel();
  await sweeping;
  const sweep = { deleted: atFirst - (await eventsLeft()) };
  console.log(
    JSON.stringify({
      FULL,
      small,
      full,
      ratio: full / small,
      quiet,
      beside,
      deleted: sweep.deleted,
      before,
      read,
    }),
  );

  const whole = Object.keys(read).filter((table) => (read[table] ?? 0) > (before[table] ?? 0));
  expect(whole).toEqual([]);
  expect(full / small).toBeLessThan(1.5);
  expect(sweep.deleted).toBeGreaterThan(0);
  expect(beside / quiet).toBeLessThan(1.2);
});
