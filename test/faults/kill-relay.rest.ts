import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const EVENTS = 250;

let platform: TestPlatform;
let relay: WorkerProcess;

beforeAll(async () => {
  // The workflows run here; the relay alone is in the process that is killed.
  platform = await startPlatform({ workers: ['core'] });
  relay = await startWorkerProcess(platform.container.config, 'relay');
});
afterAll(async () => {
  await relay.kill();
  await platform.stop();
});

async function delivered(): Promise<number> {
  const [row] = (await platform.container
    .knex('outbox_deliveries')
    .where({ state: 'delivered' })
    .count({ n: '*' })) as { n: number }[];
  return row?.n ?? 0;
}

describe('a relay that is killed in the middle of a burst', () => {
  it('is followed by one that delivers the rest, each entity started once', async () => {
    const { container } = platform;
    const ctx = systemContext({ name: 'test' }, new Date());
    const subOrderIds = Array.from({ length: EVENTS }, () => newId());
    // The burst cannot be over before the relay is killed, whichever is the slower.
    const last = await holdUpdates(
      container.config.DATABASE_URL,
      'outbox_deliveries',
      `new.state = 'delivered' and new.entity_id = '${subOrderIds.at(-1)}'`,
    );
    await container.unitOfWork.run(ctx, (tx) =>
      container.outbox.appendAll(
        tx,
        ctx,
        invoicesEvents.requested,
        subOrderIds.map((subOrderId) => ({
          entityId: subOrderId,
          payload: { orderId: newId(), orderNumber: 'HT-TEST', orderVendorId: subOrderId, vendorId: newId() },
        })),
      ),
    );
    // Deliveries are marked by the batch: after the first of them the burst is under way.
    await eventually(async () => expect(await delivered()).toBeGreaterThan(0));
    await relay.kill();
    expect(await delivered()).toBeLessThan(EVENTS);
    await last.open();

    await platform.startWorkers(['relay']);
    await eventually(async () => expect(await delivered()).toBe(EVENTS));
    // Unknown parts of orders: each run finds nothing to do and ends. What the killed relay had handed over and not marked
    // comes again, and starts nothing: the new one finds the event in the run that has ended.
    // The list of runs is the engine's index, which follows a moment later.
    await eventually(async () => {
      const seen = new Set<string>();
      let count = 0;
      const runs = container.gateway.client.workflow.list({ query: `WorkflowType = 'renderInvoice'` });
      for await (const run of runs) {
        seen.add(run.workflowId);
        count += 1;
      }
      expect([seen.size, count]).toEqual([EVENTS, EVENTS]);
    });
  });
});
