import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createKnex, type Knex } from '#db/kernel/knex.js';
import { createSession } from '../_support/accounts.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { eventually } from '../_support/eventually.js';
import { createHttpClient } from '../_support/http-client.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const CLIENTS = 8;
/** As of `migrate`: better than everybody queueing behind it. */
const LOCK_MS = 10_000;

let platform: TestPlatform;
let api: ApiProcess;
let knex: Knex;
beforeAll(async () => {
  platform = await startPlatform();
  const { config } = platform.container;
  api = await startApiProcess(config);
  const queries = { lockMs: LOCK_MS, statementMs: 0 };
  knex = createKnex({
    url: config.DATABASE_URL,
    poolMax: 3,
    applicationName: 'migrate',
    guard: false,
    queries,
  });
});
afterAll(async () => {
  await knex.destroy();
  await api.kill();
  await platform.stop();
});

/** Changes as docs/operations.md has them: each is what an old version can live with. */
const steps = [
  `alter table orders add column soak_note text not null default ''`,
  `create index concurrently orders_soak_note on orders (soak_note)`,
  `alter table orders add constraint orders_soak_check check (soak_note is not null) not valid`,
  `alter table orders validate constraint orders_soak_check`,
  `alter table products add column soak_rank integer not null default 0`,
  `create index concurrently products_soak_rank on products (soak_rank)`,
];

it('a migration of the hottest tables goes through while requests read and write them', async () => {
  const { container } = platform;
  const http = createHttpClient(api.url).as(
    (await createSession(container, { roles: ['superAdmin'] })).token,
  );
  const { orderId } = await createConfirmedOrder(container, { vendors: [{}] });
  const responses = new Map<string, number>();
  const slowest = { ms: 0 };
  let isDone = false;

  async function client(number: number): Promise<void> {
    while (!isDone) {
      const began = performance.now();
      const { status, headers } =
        number % 3 === 0
          ? await http.get('/admin/orders?limit=5')
          : number % 3 === 1
            ? await http.get('/store/products?limit=5')
            : await http.post(`/admin/orders/${orderId}/mark-paid`);
      slowest.ms = Math.max(slowest.ms, performance.now() - began);
      const key = status === 503 ? `503 ${headers.get('retry-after')}` : String(status);
      responses.set(key, (responses.get(key) ?? 0) + 1);
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  // A report that reads for a while: the first lock of the migration queues behind it, and requests behind that.
  let isReading = false;
  const report = knex.transaction(async (trx) => {
    await trx('orders').count();
    isReading = true;
    await trx.raw('select pg_sleep(5)');
  });
  await eventually(async () => expect(isReading).toBe(true));
  for (const step of steps) await knex.raw(step);
  await report;
  isDone = true;
  await clients;

  process.stdout.write(
    `migration: ${JSON.stringify([...responses])}, slowest ${Math.round(slowest.ms)} ms\n`,
  );
  expect(responses.get('200')).toBeGreaterThan(10);
  for (const key of responses.keys()) expect(key).toMatch(/^(2\d\d|4\d\d|503 \d+)$/);
  expect(slowest.ms).toBeLessThan(12_000);
});
