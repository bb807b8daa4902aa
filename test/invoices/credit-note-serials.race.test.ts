import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { holdInvoiceClock, issueAt } from '../_support/invoice-clock.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { issueInvoiceOf, notesOf } from './issued-invoice.js';

const ORDERS = 50;
let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await holdInvoiceClock(kernel.container.knex);
});
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
    await issueAt(tx, at);
    const locked = await steps.lock(tx, subOrderId);
    if (!locked) throw new Error('There is no such sub-order');
    await steps.cancel(tx, ctx, locked, { reason: 'Out of stock', pieces: 'restock' });
  });
}

const before = new Date('2027-03-31T18:29:59.999Z');
const after = new Date('2027-03-31T18:30:00.000Z');

interface Numbered {
  financialYear: string;
  sequence: number;
  issuedAt: Date;
}

/** Consecutive in each year, and never an earlier date under a higher number. */
function expectSeries(documents: readonly Numbered[]): void {
  const ordered = [...documents].sort(
    (a, b) => a.financialYear.localeCompare(b.financialYear) || a.sequence - b.sequence,
  );
  for (const year of ['2627', '2728']) {
    const own = ordered.filter(({ financialYear }) => financialYear === year);
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_document, index) => index + 1));
    for (const { issuedAt } of own) expect(issuedAt < after).toBe(year === '2627');
  }
  const times = ordered.map(({ issuedAt }) => issuedAt.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
}

it('fifty credit notes across midnight of 31 March are numbered without gap, double or crossing', async () => {
  const { vendorId } = await createVendor(kernel.container);
  const subOrders: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) subOrders.push(await invoiced(vendorId));
  await Promise.all(subOrders.map((id, index) => cancel(id, index % 2 === 0 ? before : after)));
  const notes = (await kernel.container
    .knex('invoices_credit_notes')
    .whereIn('subOrderId', subOrders)
    .select('financialYear', 'sequence', 'issuedAt', 'prefix')) as (Numbered & { prefix: string })[];
  expect(notes).toHaveLength(ORDERS);
  expectSeries(notes);
  expect(new Set(notes.map(({ prefix }) => prefix))).toEqual(new Set(['CN']));
});

it('fifty invoices across midnight of 31 March are, too, whichever transaction began first', async () => {
  const { vendorId } = await createVendor(kernel.container);
  const subOrders: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const order = await createConfirmedOrder(kernel.container, { vendorIds: [vendorId], paid: true });
    subOrders.push(order.subOrders[0]?.subOrderId ?? '');
  }
  await Promise.all(
    subOrders.map((id, index) => issueInvoiceOf(kernel.container, id, index % 3 === 0 ? after : before)),
  );
  const invoices = (await kernel.container
    .knex('invoices')
    .whereIn('subOrderId', subOrders)
    .select('financialYear', 'sequence', 'issuedAt', 'snapshot')) as (Numbered & {
    snapshot: { issuedAt: string };
  })[];
  expect(invoices).toHaveLength(ORDERS);
  expectSeries(invoices);
  for (const { issuedAt, snapshot } of invoices) expect(snapshot.issuedAt).toBe(issuedAt.toISOString());
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
