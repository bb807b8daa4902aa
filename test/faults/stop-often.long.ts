import { setTimeout as sleep } from 'node:timers/promises';
import { activityInfo } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { withPollWait } from '#runtime/poll-wait.js';
import { createSession } from '../_support/accounts.js';
import { askForInvoices } from '../_support/invoices.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const ORDERS = 500;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
});
afterAll(() => platform.stop());

it('workers that stop one after the other, with tasks waiting, leave none with nobody at work on it', async () => {
  const { container, http } = platform;
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = container.config;
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const orders: TestOrder[] = [await createConfirmedOrder(container, { vendors: [{}] })];
  const vendorIds = [orders[0]?.subOrders[0]?.vendorId ?? ''];
  while (orders.length < ORDERS) orders.push(await createConfirmedOrder(container, { vendorIds }));
  const asked = (async () => {
    for (const { orderId } of orders) await askForInvoices(admin, orderId);
  })();
  const ready = async () => (await container.knex('invoices').where({ status: 'ready' })).length;

  const connection = await NativeConnection.connect({ address });
  const attempts: number[] = [];
  let stopped = 0;
  while ((await ready()) < ORDERS) {
    const worker = await withPollWait(() =>
      Worker.create({
        connection,
        namespace,
        taskQueue: 'documents',
        shutdownGraceTime: '5s',
        maxConcurrentActivityTaskExecutions: 4,
        activities: {
          async renderInvoiceDocument() {
            attempts.push(activityInfo().attempt);
            await sleep(3);
            return { storageKey: 'invoices/a.pdf', fileSize: 1 };
          },
        },
      }),
    );
    const running = worker.run();
    await sleep(100 + Math.random() * 200);
    worker.shutdown();
    await running;
    stopped += 1;
  }
  await asked;
  await connection.close();
  expect(stopped).toBeGreaterThan(20);
  expect(attempts).toEqual(Array.from({ length: ORDERS }, () => 1));
});
