import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { invoiceRequestedSignal } from '#workflows/invoices/invoices.contract.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { invoiceOfAnOrder, statementsWait } from './asked-invoice.js';

let platform: TestPlatform;

beforeAll(async () => {
  // Nobody prints: the rendering waits for a worker until it is cancelled.
  platform = await startPlatform({ workers: ['core', 'relay'] });
});
afterAll(() => platform.stop());

it('a rendering that an operator cancels leaves an invoice that says so and can be asked for again', async () => {
  const invoice = await invoiceOfAnOrder(platform);
  await invoice.ask();
  await invoice.issued();
  await invoice.cancel();
  await invoice.endedAsCancelled();
  expect(await invoice.refusal()).toMatch(/cancelled/);
  expect((await invoice.ask()).status).toBe('pending');
});

it('a rendering that was asked for once more is cancelled with the one before it', async () => {
  const invoice = await invoiceOfAnOrder(platform);
  await invoice.ask();
  await invoice.issued();
  await invoice.ask('regenerate');
  await invoice.cancel();
  await invoice.endedAsCancelled();

  // A step that was being taken when the run was cancelled may be done with it later.
  const { knex, unitOfWork } = platform.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  const { id } = (await knex('invoices').where({ subOrderId: invoice.subOrderId }).first()) as {
    id: string;
  };
  const late = { id, revision: 1, storageKey: 'late.pdf', fileSize: 1 };
  await unitOfWork.run(ctx, (tx) => createInvoicesRepository(knex).complete(tx, late));
  expect((await invoice.status()).status).toBe('failed');
  expect(await invoice.refusal()).toMatch(/cancelled/);
});

it('who asks after the cancellation was noted is not told of it, though the run has not ended yet', async () => {
  const { container } = platform;
  const invoice = await invoiceOfAnOrder(platform);
  await invoice.ask();
  await invoice.issued();
  const before = await invoice.run();
  const asked = await container.knex.transaction(async (tx) => {
    await tx('invoices').where({ subOrderId: invoice.subOrderId }).forUpdate();
    await invoice.cancel();
    await invoice.reached('failPendingInvoice');
    await statementsWait(platform, 1);
    // Its row is next in the queue, and its news reach the run before that can end.
    const response = invoice.ask();
    await statementsWait(platform, 2);
    await container.gateway.signal(invoice.jobId, invoiceRequestedSignal);
    return { response };
  });
  expect((await asked.response).status).toBe('pending');
  await eventually(async () => {
    const { runId, status } = await invoice.run();
    expect(status.name).toBe('RUNNING');
    expect(runId).not.toBe(before.runId);
    await invoice.reached('renderInvoiceDocument');
  });
  expect((await invoice.status()).status).toBe('pending');
});
