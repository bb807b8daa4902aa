import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { askForInvoices } from '../_support/invoices.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const ORDERS = 12;

let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform();
  worker = await startWorkerProcess(platform.container.config, 'core,documents,relay');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

async function readyCount(): Promise<number> {
  const [row] = (await platform.container.knex('invoices').where({ status: 'ready' }).count({ n: '*' })) as {
    n: number;
  }[];
  return row?.n ?? 0;
}

describe('a worker that is killed while it renders', () => {
  it('loses nothing and does nothing twice: the next one finishes', async () => {
    const { container, http } = platform;
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const orders: TestOrder[] = [await createConfirmedOrder(container, { vendors: [{}] })];
    const vendorId = orders[0]?.subOrders[0]?.vendorId ?? '';
    while (orders.length < ORDERS)
      orders.push(await createConfirmedOrder(container, { vendorIds: [vendorId] }));
    // The last of them cannot be ready before the worker is killed, whichever is the slower.
    const last = await holdUpdates(
      container.config.DATABASE_URL,
      'invoices',
      `new.status = 'ready' and new.order_id = '${orders.at(-1)?.orderId}'`,
    );

    await Promise.all(orders.map(({ orderId }) => askForInvoices(admin, orderId)));
    await eventually(async () => expect(await readyCount()).toBeGreaterThan(0));
    await worker.kill();
    expect(await readyCount()).toBeLessThan(ORDERS);
    await last.open();

    await platform.startWorkers(['core', 'documents', 'relay']);
    await eventually(async () => expect(await readyCount()).toBe(ORDERS));
    const rows = (await container.knex('invoices').orderBy('sequence')) as Record<string, unknown>[];
    expect(rows.map((row) => row['sequence'])).toEqual(
      Array.from({ length: ORDERS }, (_, index) => index + 1),
    );
    expect(rows.every((row) => row['doneRev'] === 1 && row['requestedRev'] === 1)).toBe(true);
    const issued = await container.knex('outbox_events').where({ type: 'invoice.issued' });
    expect(issued).toHaveLength(ORDERS);
    for (const row of rows) {
      expect(await container.storage.exists(String(row['storageKey']))).toBe(true);
    }
  });
});
