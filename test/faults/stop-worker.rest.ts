import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { askForInvoices } from '../_support/invoices.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { productCsv } from '../product-imports/fixtures/generate-products.js';
import { ended, type ImportResponse, upload } from '../product-imports/import-shop.js';

const PRODUCTS = 800;
const VARIANTS = 4;
const ROWS = PRODUCTS * VARIANTS;
const BATCH = 500;
const ORDERS = 12;

let platform: TestPlatform;
const started: WorkerProcess[] = [];

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
});
// One that a failed test has left would take the work of the next.
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.kill();
});
afterAll(() => platform.stop());

async function startWorker(roles: string): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(platform.container.config, roles, { SHUTDOWN_GRACE_SECONDS: '25' });
  started.push(worker);
  return worker;
}

/** How the tasks of a workflow ended, and why they had to begin again where they had. */
async function endingsOf(
  workflowId: string,
): Promise<{ completed: number; otherwise: number; again: string[] }> {
  const { workflow } = platform.container.gateway.client;
  const endings = { completed: 0, otherwise: 0, again: [] as string[] };
  // On a busy machine it may have been told twice, and have run once more to find nothing left to do.
  for await (const { runId } of workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
    const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
    for (const event of events ?? []) {
      if (event.activityTaskCompletedEventAttributes) endings.completed += 1;
      if (event.activityTaskFailedEventAttributes) endings.otherwise += 1;
      if (event.activityTaskTimedOutEventAttributes) endings.otherwise += 1;
      if (event.activityTaskCanceledEventAttributes) endings.otherwise += 1;
      const { attempt = 1, lastFailure } = event.activityTaskStartedEventAttributes ?? {};
      if (attempt !== 1) endings.again.push(lastFailure?.message ?? '');
    }
  }
  return endings;
}

describe('a worker that is told to stop', () => {
  it('leaves an import at its checkpoint, and another goes on from there without waiting for a time-out', async () => {
    const leaving = await startWorker('indexing');
    const vendor = await createVendor(platform.container);
    const http = platform.http.as(vendor.token);
    const file = Buffer.concat(
      await productCsv({ products: PRODUCTS, variantsPerProduct: VARIANTS, seed: 11 }).toArray(),
    );
    // It gets its signal to stop in the middle of its second batch, whichever is the slower.
    const second = await holdUpdates(
      platform.container.config.DATABASE_URL,
      'product_imports',
      `new.rows_read > ${BATCH}`,
    );
    const { data } = await upload(http, file);
    const state = async () =>
      (await http.get<ImportResponse>(`/vendor/product-imports/${data.id}`)).body.data;
    await second.reached();
    expect((await state()).rows).toBe(BATCH);

    expect(await leaving.terminate(second.open)).toBe(0);
    const left = await state();
    expect(left.status).toBe('running');
    expect(left.rows).toBeLessThan(ROWS);
    expect(left.rows % BATCH).toBe(0);

    const staying = await startWorker('indexing');
    expect(await ended(http, data.id)).toMatchObject({
      status: 'completed',
      rows: ROWS,
      created: PRODUCTS,
    });
    // Nothing was lost on the way: every step ended by itself, at its first attempt.
    const endings = await eventually(async () => {
      const now = await endingsOf(`product-imports-run-${data.id}`);
      expect(now.completed).toBeGreaterThanOrEqual(3);
      return now;
    });
    expect(endings).toMatchObject({ otherwise: 0, again: [] });
    expect(await staying.terminate()).toBe(0);
  });

  it('ends the renderings in hand, and leaves those that wait to another', async () => {
    const { container, http } = platform;
    const leaving = await startWorker('documents');
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const orders: TestOrder[] = [await createConfirmedOrder(container, { vendors: [{}] })];
    const vendorId = orders[0]?.subOrders[0]?.vendorId ?? '';
    while (orders.length < ORDERS)
      orders.push(await createConfirmedOrder(container, { vendorIds: [vendorId] }));
    const ready = async () => (await container.knex('invoices').where({ status: 'ready' })).length;

    await Promise.all(orders.map(({ orderId }) => askForInvoices(admin, orderId)));
    await eventually(async () => expect(await ready()).toBeGreaterThan(0));
    const [exit] = await Promise.all([leaving.terminate(), startWorker('documents')]);
    expect(exit).toBe(0);

    await eventually(async () => expect(await ready()).toBe(ORDERS));
    const subOrders = orders.flatMap((order) => order.subOrders.map(({ subOrderId }) => subOrderId));
    // The list of runs is the engine's index, which follows a moment later.
    await eventually(async () => {
      const endings = await Promise.all(subOrders.map((id) => endingsOf(`invoices-render-${id}`)));
      expect(endings).toEqual(endings.map(() => ({ completed: 1, otherwise: 0, again: [] })));
    });
  });

  it('after its grace gives up what does not end, and the engine gives that to another at once', async () => {
    const { container, http } = platform;
    const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = container.config;
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const connection = await NativeConnection.connect({ address });
    const seen: { worker: string; attempt: number }[] = [];
    const rendering = (worker: string, work: () => Promise<unknown>) =>
      Worker.create({
        connection,
        namespace,
        taskQueue: 'documents',
        shutdownGraceTime: '200ms',
        activities: {
          renderInvoiceDocument: () => {
            seen.push({ worker, attempt: activityInfo().attempt });
            return work();
          },
        },
      });
    const endless = () =>
      new Promise((_resolve, reject) => {
        const signal = cancellationSignal();
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const stuck = await rendering('stuck', endless);
    const running = stuck.run();
    const order = await createConfirmedOrder(container, { vendors: [{}] });
    await askForInvoices(admin, order.orderId);
    await eventually(async () => expect(seen).toHaveLength(1));

    stuck.shutdown();
    await running;
    const next = await rendering('next', async () => ({ storageKey: 'invoices/a.pdf', fileSize: 1 }));
    const going = next.run();
    await eventually(async () => {
      const row = (await container.knex('invoices').where({ orderId: order.orderId }).first()) as {
        status: string;
      };
      expect(row.status).toBe('ready');
    });
    expect(seen).toEqual([
      { worker: 'stuck', attempt: 1 },
      { worker: 'next', attempt: 2 },
    ]);
    const subOrderId = order.subOrders[0]?.subOrderId ?? '';
    const history = await container.gateway.client.workflow
      .getHandle(`invoices-render-${subOrderId}`)
      .fetchHistory();
    const last = history.events
      ?.map((event) => event.activityTaskStartedEventAttributes?.lastFailure)
      .find(Boolean);
    expect(last?.timeoutFailureInfo ?? null).toBeNull();
    next.shutdown();
    await going;
    await connection.close();
  });
});
