import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const WAITING = 20_000;
const STEPS = 100;
let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['relay'] });
  worker = await startWorkerProcess(platform.container.config, 'core');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

it('back-in-stock-once: a worker process that is killed between its batches: one mail a request', async () => {
  const { container } = platform;
  const vendor = await createVendor(container);
  const { variantId } = await createSellableVariant(container, vendor.vendorId, { onHand: 0 });
  await container.knex.raw(
    `insert into inventory_back_in_stock_requests (variant_id, address, expires_at)
     select ?, 'buyer-' || n || '@example.com', now() + interval '1 day' from generate_series(1, ?) n`,
    [variantId, WAITING],
  );
  const count = async (table: string, where: object) =>
    Number(((await container.knex(table).where(where).count({ n: '*' })) as { n: number }[])[0]?.n);
  const notified = () => count('inventory_back_in_stock_requests', { state: 'notified' });
  const http = platform.http.as(vendor.token);
  for (let step = 0; step < STEPS; step += 1)
    data(await http.post<object>(`/vendor/inventory/${variantId}/adjust`, { delta: 1, reason: 'count' }));
  await eventually(async () => expect(await notified()).toBeGreaterThan(0));
  await worker.kill();
  expect(await notified()).toBeLessThan(WAITING);
  await platform.startWorkers(['core']);
  await eventually(async () => expect(await notified()).toBe(WAITING));
  const mails = { template: 'back_in_stock.available' };
  expect(await count('mail_messages', mails)).toBe(WAITING);
  const [{ n } = { n: 0 }] = (await container
    .knex('mail_messages')
    .where(mails)
    .countDistinct({ n: 'recipient' })) as { n: number }[];
  expect(Number(n)).toBe(WAITING);
});
