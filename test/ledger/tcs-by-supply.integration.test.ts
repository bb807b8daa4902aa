import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createGstReturnsService } from '#api/invoices/gst-returns.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { setInvoiceClock } from '../_support/invoice-clock.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { type ConfirmedOrderOptions, createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { addressOf, createVendor, type NewVendor } from '../_support/vendors.js';
import { issueInvoiceOf } from '../invoices/issued-invoice.js';
import { accountOf, expectBooksRight, postedOf } from './ledger-books.js';

let kernel: TestKernel;
const KARNATAKA = '29AAPFU0939F1C2';
const MAHARASHTRA = '27AAPFU0939F1C6';

beforeAll(async () => {
  kernel = await startKernel();
  await setSettings(kernel.container, {
    'admin.ledger.withhold_taxes': true,
    'admin.tax.tcs_basis_points': 50,
    'admin.tax.tds_basis_points': 0,
    'admin.operator.gstin': '27AAPFU0939F1ZV',
    'admin.operator.tcs_gstins': { '27': MAHARASHTRA },
  });
});
afterAll(() => kernel.stop());

const seller = async (fields: NewVendor = {}) =>
  (await createVendor(kernel.container, { commissionBps: 0, ...fields })).vendorId;

async function sell(vendorId: string, price: number, options: ConfirmedOrderOptions = {}) {
  const order = await createConfirmedOrder(kernel.container, {
    vendorIds: [vendorId],
    paid: true,
    shipping: 0,
    lines: [{ title: 'Brass lamp', unitPrice: price, quantity: 1, hsnCode: '7419' }],
    placedAt: new Date('2026-10-30T06:00:00Z'),
    ...options,
  });
  const delivered = { status: 'delivered', deliveredAt: new Date('2026-10-30T06:00:00Z') };
  await kernel.container.knex('orders_sub_orders').where({ orderId: order.orderId }).update(delivered);
  return order;
}

async function invoice({ subOrders }: TestOrder, at: string): Promise<void> {
  await setInvoiceClock(kernel.container.knex, new Date(at));
  await issueInvoiceOf(kernel.container, subOrders[0]?.subOrderId ?? '');
}

async function refund({ orderId }: TestOrder, at: string, amount?: number): Promise<void> {
  const { unitOfWork, operations, knex } = kernel.container;
  await setInvoiceClock(knex, new Date(at));
  const ctx = systemContext({ name: 'test' }, new Date(at));
  await unitOfWork.run(ctx, async (tx) => {
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as never;
    const id = await operations.refundOrder(tx, ctx, order, { reason: 'Damaged', amount });
    await operations.refundSettlement(tx, ctx, id, { status: 'processed', providerRefundId: `rfnd-${id}` });
  });
}

const postings = async (order: TestOrder) =>
  (await postedOf(kernel.container, order.orderId)).map(({ kind, tcs, net }) => [kind, tcs, net]);

/** GSTR-8 of a month beside table 14(a) of a supplier in it. */
async function month(vendorId: string, name: string) {
  const service = createGstReturnsService(kernel.container);
  const gstr8 = (await service.gstr8(name)).suppliers.filter((row) => row.vendorId === vendorId);
  const { supeco } = await service.ofVendor(vendorId, name);
  return { gstr8, supeco };
}

it('is posted with the invoice, in the month of the invoice, and is what table 14(a) reports', async () => {
  const vendorId = await seller();
  const order = await sell(vendorId, 1_000_01);
  expect(await postings(order)).toEqual([['sale', 0, 1_180_01]]);
  await invoice(order, '2026-11-02T06:00:00Z');
  expect(await postings(order)).toEqual([
    ['sale', 0, 1_180_01],
    ['tcs', 500, -500],
  ]);
  expect(await month(vendorId, '2026-10')).toEqual({ gstr8: [], supeco: [] });
  const november = await month(vendorId, '2026-11');
  expect(november.gstr8).toMatchObject([
    { operatorGstin: MAHARASHTRA, grossUnregistered: 1_000_01, net: 1_000_01, cgst: 250, sgst: 250, igst: 0 },
  ]);
  expect(november.supeco).toMatchObject([{ operatorGstin: MAHARASHTRA, taxableValue: 1_000_01 }]);
});

it('is given back with credit notes to the last paisa, and a month of returns alone reports zero', async () => {
  const vendorId = await seller();
  const order = await sell(vendorId, 1_000_00);
  await invoice(order, '2026-11-03T06:00:00Z');
  for (const amount of [1, 333_33, undefined]) await refund(order, '2026-11-20T06:00:00Z', amount);
  const all = await postedOf(kernel.container, order.orderId);
  expect(all.reduce((sum, { tcs }) => sum + tcs, 0)).toBe(0);
  expect(all.every(({ tcs }) => tcs % 2 === 0)).toBe(true);
  expect(await accountOf(kernel.container, vendorId)).toBe(0);

  const later = await sell(vendorId, 1_000_00);
  await invoice(later, '2026-11-25T06:00:00Z');
  await refund(later, '2026-12-01T06:00:00Z');
  const december = await month(vendorId, '2026-12');
  expect(december.gstr8).toMatchObject([
    { returnedUnregistered: 1_000_00, net: -1_000_00, cgst: 0, sgst: 0 },
  ]);
  expect(december.supeco).toMatchObject([{ taxableValue: -1_000_00 }]);
  await expectBooksRight(kernel.container);
});

it('is of the registration in the State of the supplier, else of the ordinary one', async () => {
  const vendorId = await seller({
    gstin: '29AAGCB7383J1Z4',
    stateCode: '29',
    address: addressOf({ city: 'Bengaluru', stateCode: '29', postalCode: '560001' }),
  });
  const first = await sell(vendorId, 1_000_00);
  await invoice(first, '2026-11-04T06:00:00Z');
  expect((await month(vendorId, '2026-11')).gstr8).toMatchObject([
    { operatorGstin: '27AAPFU0939F1ZV', igst: 500, cgst: 0 },
  ]);
  await setSettings(kernel.container, {
    'admin.operator.tcs_gstins': { '27': MAHARASHTRA, '29': KARNATAKA },
  });
  await invoice(await sell(vendorId, 2_000_00), '2026-11-05T06:00:00Z');
  const { gstr8, supeco } = await month(vendorId, '2026-11');
  expect(gstr8.map(({ operatorGstin, net }) => [operatorGstin, net])).toEqual([
    ['27AAPFU0939F1ZV', 1_000_00],
    [KARNATAKA, 2_000_00],
  ]);
  expect(supeco.map(({ operatorGstin, taxableValue }) => [operatorGstin, taxableValue])).toEqual(
    gstr8.map(({ operatorGstin, net }) => [operatorGstin, net]),
  );
});

it('is collected from sellers under the composition scheme, and not from enrolled ones', async () => {
  const composition = await seller({ gstScheme: 'composition' });
  await invoice(await sell(composition, 1_000_00, { taxes: [] }), '2026-11-06T06:00:00Z');
  expect((await month(composition, '2026-11')).gstr8).toMatchObject([
    { net: 1_000_00, cgst: 250, sgst: 250 },
  ]);
  const enrolled = await seller({ gstin: null });
  const order = await sell(enrolled, 1_000_00, { taxes: [] });
  await invoice(order, '2026-11-06T06:00:00Z');
  expect((await postings(order)).map(([kind]) => kind)).toEqual(['sale']);
});

it('is not collected twice of a sale that it was withheld from before the cut-over', async () => {
  const vendorId = await seller();
  await setSettings(kernel.container, { 'admin.tax.tcs_by_supply_from': '' });
  const old = await sell(vendorId, 1_000_00);
  await setSettings(kernel.container, { 'admin.tax.tcs_by_supply_from': '2026-11-01' });
  await invoice(old, '2026-11-07T06:00:00Z');
  expect(await postings(old)).toEqual([['sale', 500, 1_175_00]]);
  await refund(old, '2026-11-08T06:00:00Z');
  expect((await postedOf(kernel.container, old.orderId)).map(({ kind }) => kind)).toEqual(['sale', 'refund']);
  await setSettings(kernel.container, { 'admin.tax.tcs_by_supply_from': '2017-07-01' });
  await expectBooksRight(kernel.container);
});
