import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { setSettings } from '../_support/settings.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { type ConfirmedOrderOptions, createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { createVendor, type NewVendor } from '../_support/vendors.js';
import { accountOf, expectBooksRight, type PostedRow, postedOf } from './ledger-books.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await setSettings(kernel.container, {
    'admin.ledger.withhold_taxes': true,
    // As it was withheld before supplies had postings of their own; test/ledger/tcs-by-supply has these.
    'admin.tax.tcs_by_supply_from': '',
    'admin.ledger.commission_gst_from': '2020-01-01',
    'admin.tax.tcs_basis_points': 50,
    'admin.tax.tds_basis_points': 10,
  });
});
afterAll(() => kernel.stop());

const line = (unitPrice: number) => [{ title: 'Brass lamp', unitPrice, quantity: 1 }];
const seller = async (fields: NewVendor = {}) =>
  (await createVendor(kernel.container, { commissionBps: 1_000, ...fields })).vendorId;

/** A paid order that was delivered at once. */
async function sell(vendorId: string, at: string, price: number, options: ConfirmedOrderOptions = {}) {
  const order = await createConfirmedOrder(kernel.container, {
    vendorIds: [vendorId],
    paid: true,
    shipping: 0,
    lines: line(price),
    placedAt: new Date(at),
    ...options,
  });
  const delivered = { status: 'delivered', deliveredAt: new Date(at) };
  await kernel.container.knex('orders_sub_orders').where({ orderId: order.orderId }).update(delivered);
  return order;
}

async function refundAll({ orderId }: TestOrder, at: string, amount?: number): Promise<void> {
  const { unitOfWork, operations } = kernel.container;
  const ctx = systemContext({ name: 'test' }, new Date(at));
  await unitOfWork.run(ctx, async (tx) => {
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as never;
    const id = await operations.refundOrder(tx, ctx, order, { reason: 'Damaged', amount });
    const end = { status: 'processed' as const, providerRefundId: `rfnd-${id}` };
    await operations.refundSettlement(tx, ctx, id, end);
  });
}

const saleOf = async ({ orderId }: TestOrder) =>
  (await postedOf(kernel.container, orderId)).find(({ kind }) => kind === 'sale') as PostedRow;
const refundsOf = async ({ orderId }: TestOrder) =>
  (await postedOf(kernel.container, orderId)).filter(({ kind }) => kind === 'refund');

it('TCS of a month in which refunds exceed sales is zero, and reduces no other month', async () => {
  const vendorId = await seller();
  const october = await sell(vendorId, '2026-10-10T06:00:00Z', 1_000_00);
  expect(await saleOf(october)).toMatchObject({ gross: 1_180_00, tcs: 500, tds: 100 });
  await refundAll(october, '2026-11-05T06:00:00Z');
  // What was paid to the authorities for October stays with them: the vendor claims it in its own return.
  expect(await refundsOf(october)).toMatchObject([{ gross: -1_180_00, tcs: 0, tds: -100 }]);
  expect(await accountOf(kernel.container, vendorId)).toBe(-500);
  // The rest of November: its sales pay only what exceeds the refund.
  expect(await saleOf(await sell(vendorId, '2026-11-06T06:00:00Z', 600_00))).toMatchObject({ tcs: 0 });
  const later = await sell(vendorId, '2026-11-07T06:00:00Z', 700_00);
  expect(await saleOf(later)).toMatchObject({ tcs: 150 });
  await refundAll(later, '2026-11-08T06:00:00Z');
  expect(await refundsOf(later)).toMatchObject([{ tcs: -150 }]);
  await expectBooksRight(kernel.container);
});

it('a month begins at midnight in the time zone of the store', async () => {
  const vendorId = await seller();
  const order = await sell(vendorId, '2026-10-31T18:29:59Z', 1_000_00);
  const next = await sell(vendorId, '2026-10-31T18:30:00Z', 1_000_00);
  await refundAll(order, '2026-10-31T18:30:01Z');
  await refundAll(next, '2026-10-31T18:30:02Z', 590_00);
  // November sold 1,000 and took 1,000 and then 500 back.
  expect(await refundsOf(order)).toMatchObject([{ tcs: -500 }]);
  expect(await refundsOf(next)).toMatchObject([{ tcs: 0 }]);
});

it('a month whose total was not kept from its beginning starts with what was posted in it', async () => {
  const vendorId = await seller();
  const order = await sell(vendorId, '2026-10-10T06:00:00Z', 1_000_00);
  await sell(vendorId, '2026-09-10T06:00:00Z', 1_000_00);
  await kernel.container.knex('ledger_tcs_months').where({ vendorId }).delete();
  await refundAll(order, '2026-10-20T06:00:00Z');
  expect(await refundsOf(order)).toMatchObject([{ tcs: -500 }]);
});

it('refunds in parts within the month give back exactly what was collected', async () => {
  const vendorId = await seller();
  const order = await sell(vendorId, '2026-10-10T06:00:00Z', 1_000_01);
  for (const amount of [1, 333_33, 500_00, undefined]) await refundAll(order, '2026-10-20T06:00:00Z', amount);
  const [sale, ...refunds] = await postedOf(kernel.container, order.orderId);
  expect(refunds).toHaveLength(4);
  for (const figure of ['gross', 'commission', 'commissionTax', 'tcs', 'tds', 'net'] as const)
    expect(refunds.reduce((sum, refund) => sum + refund[figure], 0)).toBe(-(sale?.[figure] ?? 0));
  expect(await accountOf(kernel.container, vendorId)).toBe(0);
});

it('twenty sales and refunds of one month at once collect the tax of its net value', async () => {
  const vendorId = await seller();
  const old = await Promise.all(
    Array.from({ length: 5 }, () => sell(vendorId, '2026-10-10T06:00:00Z', 1_000_00)),
  );
  const at = '2026-11-05T06:00:00Z';
  await Promise.all([
    ...old.map((order) => refundAll(order, at)),
    ...Array.from({ length: 15 }, () => sell(vendorId, at, 500_00)),
  ]);
  const rows = (await kernel.container
    .knex('ledger_transactions')
    .where({ vendorId })
    .where('postedAt', '>', new Date('2026-11-01T00:00:00Z'))
    .sum({ tcs: 'tcs' })
    .first()) as { tcs: number };
  expect(Number(rows.tcs)).toBe(15 * 250 - 5 * 500);
  await expectBooksRight(kernel.container);
});

it('TCS is collected on taxed lines of registered sellers whose money the operator collects', async () => {
  const untaxed = await sell(await seller(), '2026-11-05T06:00:00Z', 1_000_00, { taxes: [] });
  expect(await saleOf(untaxed)).toMatchObject({ tcs: 0, tds: 100 });
  const unregistered = await sell(await seller({ gstin: null }), '2026-11-05T06:00:00Z', 1_000_00);
  expect(await saleOf(unregistered)).toMatchObject({ tcs: 0, tds: 100 });

  const vendorId = await seller();
  const cash = await sell(vendorId, '2026-11-05T06:00:00Z', 1_000_00, { paid: false });
  const { knex, unitOfWork, operations } = kernel.container;
  const payment = (await knex('payments').where({ orderId: cash.orderId }).first()) as {
    id: string;
    orderId: string;
    providerId: string;
  };
  const ctx = systemContext({ name: 'test' }, new Date('2026-11-05T06:00:00Z'));
  const sold = cash.written.subOrders.map((subOrder) => ({ ...subOrder, collectedByVendor: true }));
  const captured = { status: 'captured', capturedAmount: cash.grandTotal, capturedAt: ctx.now };
  await knex('payments').where({ orderId: cash.orderId }).update(captured);
  await knex('orders').where({ id: cash.orderId }).update({ paidAt: ctx.now });
  await unitOfWork.run(ctx, (tx) => operations.postSales(tx, ctx, payment, sold));
  expect(await saleOf(cash)).toMatchObject({ tcs: 0, tds: 100 });
  // The vendor owes the commission with its GST, and the tax deducted at source.
  const { commission, commissionTax } = await saleOf(cash);
  expect(await accountOf(kernel.container, vendorId)).toBe(-(commission + commissionTax + 100));
});

it('TDS follows refunds of the same financial year only, which ends on 31 March in India', async () => {
  const vendorId = await seller();
  const first = await sell(vendorId, '2027-02-10T06:00:00Z', 1_000_00);
  const second = await sell(vendorId, '2027-02-10T06:00:00Z', 1_000_00);
  await refundAll(first, '2027-03-31T18:29:59Z');
  await refundAll(second, '2027-03-31T18:30:00Z');
  expect(await refundsOf(first)).toMatchObject([{ tds: -100 }]);
  expect(await refundsOf(second)).toMatchObject([{ tds: 0 }]);
  await expectBooksRight(kernel.container);
});
