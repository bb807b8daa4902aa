import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { issueInvoiceOf, notesOf } from './issued-invoice.js';

const ORDERS = 50;
let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
}, 60_000);
afterAll(() => kernel.stop());

async function invoiced(vendorId: string): Promise<string> {
  const order = await createConfirmedOrder(kernel.container, { vendorIds: [vendorId], paid: true });
  const subOrderId = order.subOrders[0]?.subOrderId ?? '';
  await issueInvoiceOf(kernel.container, subOrderId, new Date('2026-12-01T06:00:00Z'));
  return subOrderId;
}

async function cancel(subOrderId: string, at: Date): Promise<void> {
  const { unitOfWork, operations } = kernel.container;
  const { subOrderTransitions: steps } = operations;
  const ctx = systemContext({ name: 'test' }, at);
  await unitOfWork.run(ctx, async (tx) => {
    const locked = await steps.lock(tx, subOrderId);
    if (!locked) throw new Error('There is no such sub-order');
    await steps.cancel(tx, ctx, locked, { reason: 'Out of stock', pieces: 'restock' });
  });
}

it('fifty credit notes at once are numbered without gap or double, anew from 1 April in India', async () => {
  const { vendorId } = await createVendor(kernel.container);
  const subOrders: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) subOrders.push(await invoiced(vendorId));
  const before = new Date('2027-03-31T18:29:59.999Z');
  const after = new Date('2027-03-31T18:30:00.000Z');
  await Promise.all(subOrders.map((id, index) => cancel(id, index % 2 === 0 ? before : after)));
  const notes = (await Promise.all(subOrders.map((id) => notesOf(kernel.container, id)))).flat();
  expect(notes).toHaveLength(ORDERS);
  const numbers = Array.from({ length: ORDERS / 2 }, (_, index) => index + 1);
  for (const year of ['2627', '2728']) {
    const own = notes.filter(({ financialYear }) => financialYear === year);
    expect(own.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(numbers);
  }
  expect(new Set(notes.map(({ prefix }) => prefix))).toEqual(new Set(['CN']));
});

it('a cancellation that races the issue of the invoice leaves no invoice without its credit note', async () => {
  const { vendorId } = await createVendor(kernel.container);
  for (let round = 0; round < 5; round += 1) {
    const order = await createConfirmedOrder(kernel.container, { vendorIds: [vendorId], paid: true });
    const subOrderId = order.subOrders[0]?.subOrderId ?? '';
    await Promise.all([issueInvoiceOf(kernel.container, subOrderId), cancel(subOrderId, new Date())]);
    const total = order.subOrders[0]?.total;
    expect(await notesOf(kernel.container, subOrderId)).toMatchObject([{ amount: total }]);
  }
});
