import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

let platform: TestPlatform;
let relay: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core'] });
  relay = await startWorkerProcess(platform.container.config, 'relay');
});
afterAll(async () => {
  await relay.kill();
  await platform.stop();
});

async function holder(): Promise<number> {
  const row = (await platform.container.knex('outbox_relay').first('number')) as
    | { number: number }
    | undefined;
  return row?.number ?? 0;
}

async function append(): Promise<string> {
  const { container } = platform;
  const ctx = systemContext({ name: 'test' }, new Date());
  const orderVendorId = newId();
  const payload = { orderId: newId(), orderNumber: 'HT-TEST', orderVendorId, vendorId: newId() };
  await container.unitOfWork.run(ctx, (tx) =>
    container.outbox.append(tx, ctx, invoicesEvents.requested, orderVendorId, payload),
  );
  return orderVendorId;
}

/** How long it took until the event of an entity was delivered. */
async function delivered(entityId: string): Promise<number> {
  const began = Date.now();
  await eventually(async () => {
    const row = (await platform.container.knex('outbox_deliveries').where({ entityId }).first('state')) as {
      state: string;
    };
    expect(row.state).toBe('delivered');
  });
  return Date.now() - began;
}

it('a relay whose process stands still is followed within five seconds, and stands by when it goes on', async () => {
  await delivered(await append());
  const first = await holder();
  await platform.startWorkers(['relay']);
  process.kill(relay.pid, 'SIGSTOP');
  const { knex } = platform.container;
  const left = knex.raw('extract(epoch from until - clock_timestamp()) * 1000 as left');
  const lease = (await knex('outbox_relay').first(left)) as { left: string };
  expect(Number(lease.left)).toBeLessThanOrEqual(5_000);
  const waiting = await append();
  await eventually(async () => expect(await holder()).toBe(first + 1));
  await delivered(waiting);
  process.kill(relay.pid, 'SIGCONT');
  for (let n = 0; n < 5; n += 1) await delivered(await append());
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await holder()).toBe(first + 1);
  // Each of them started its run once.
  await eventually(async () => {
    const { rows } = await platform.container.knex.raw<{ rows: { count: number }[] }>(
      `select count(*) as count from outbox_deliveries where state = 'delivered'`,
    );
    let runs = 0;
    const { client } = platform.container.gateway;
    for await (const run of client.workflow.list({ query: `WorkflowType = 'renderInvoice'` }))
      if (run.runId) runs += 1;
    expect(runs).toBe(rows[0]?.count);
  });
});
