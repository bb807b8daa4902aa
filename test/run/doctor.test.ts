import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { diagnose, repair } from '#runtime/doctor/run-doctor.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readyExport } from '../reports/ready-export.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('the doctor names what does not agree, with ids and commands, and mends documents alone', async () => {
  const { container } = platform;
  const { knex, storage } = container;
  const first = await diagnose(container);
  expect(first.healthy).toEqual(expect.arrayContaining(['engine', 'payments', 'shipments', 'documents']));

  const order = await createConfirmedOrder(container, { vendors: [{}, {}] });
  const [lost, failed] = order.subOrders;
  const invoice = { orderId: order.orderId, requestedRev: 1 };
  await knex('invoices').insert([
    {
      ...invoice,
      subOrderId: lost?.subOrderId,
      vendorId: lost?.vendorId,
      doneRev: 1,
      status: 'ready',
      storageKey: 'invoices/lost.pdf',
    },
    {
      ...invoice,
      subOrderId: failed?.subOrderId,
      vendorId: failed?.vendorId,
      doneRev: 0,
      status: 'failed',
      error: platformErrors.storageUnavailable.definition.message,
    },
  ]);
  const exportId = await readyExport(container);
  await storage.delete(`exports/${exportId}`);
  for await (const { key } of storage.list('')) if (key.includes(exportId)) await storage.delete(key);

  const { findings, healthy } = await diagnose(container);
  const found = findings.filter(({ check }) => check === 'documents');
  expect(found.map(({ ids, fixable }) => ({ ids, fixable }))).toEqual([
    { ids: [lost?.subOrderId], fixable: false },
    { ids: [exportId], fixable: false },
    { ids: [failed?.subOrderId], fixable: true },
  ]);
  for (const { command, problem } of findings) expect([command, problem]).not.toContain('');
  expect(healthy).not.toContain('documents');

  expect((await repair(container)).retried).toEqual({ invoices: 1, exports: 0, labels: 0 });
  const after = await diagnose(container);
  expect(after.findings.flatMap(({ ids }) => ids)).not.toContain(failed?.subOrderId);
});
