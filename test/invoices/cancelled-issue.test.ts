import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { invoiceOfAnOrder, statementsWait } from './asked-invoice.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('a run that is cancelled before its first step leaves an invoice that says so and can be asked for again', async () => {
  const invoice = await invoiceOfAnOrder(platform);
  await invoice.ask();
  await invoice.cancel();
  // The first that a worker hears of the run is that it is cancelled.
  await platform.startWorkers(['core']);
  await invoice.endedAsCancelled();
  expect((await invoice.status()).invoiceNumber).toBeNull();
  expect(await invoice.refusal()).toMatch(/cancelled/);

  expect((await invoice.ask()).status).toBe('pending');
  await invoice.issued();
});

it('a run that is cancelled while it issues leaves an invoice that says so, whatever became of the step', async () => {
  const invoice = await invoiceOfAnOrder(platform);
  await platform.container.knex.transaction(async (tx) => {
    await tx.raw('lock table invoices_counters in exclusive mode');
    await invoice.ask();
    await statementsWait(platform, 1);
    await invoice.cancel();
    // The worker hears of it when it has to tell the engine that it is still at the step.
    await invoice.reached('failPendingInvoice');
    expect((await invoice.status()).status).toBe('pending');
  });
  await invoice.endedAsCancelled();
  expect(await invoice.refusal()).toMatch(/cancelled/);

  expect((await invoice.ask()).status).toBe('pending');
  await invoice.issued();
  await eventually(async () => expect((await invoice.run()).status.name).toBe('RUNNING'));
});
