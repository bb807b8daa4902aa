import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { GstReturn } from '#domain/invoices/gst-return.js';
import { createSession } from '../_support/accounts.js';
import { holdInvoiceClock, issueAt } from '../_support/invoice-clock.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { addressOf, createVendor, type TestVendor } from '../_support/vendors.js';
import { issueInvoiceOf } from './issued-invoice.js';

const SOLD = new Date('2026-09-10T06:00:00Z');

let platform: TestPlatform;
let vendor: TestVendor;
let admin: TestPlatform['http'];
beforeAll(async () => {
  platform = await startPlatform({ workers: [] });
  const { container, http } = platform;
  await holdInvoiceClock(container.knex);
  await setSettings(container, { 'admin.ledger.withhold_taxes': true });
  admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  vendor = await createVendor(container);
});
afterAll(() => platform.stop());

type Options = Parameters<typeof createConfirmedOrder>[1];

async function sold(options: Options) {
  const order = await createConfirmedOrder(platform.container, {
    vendorIds: [vendor.vendorId],
    paid: true,
    shipping: 0,
    placedAt: SOLD,
    lines: [{ title: 'Lamp', unitPrice: 1_000_00, quantity: 1, hsnCode: '7419' }],
    ...options,
  });
  const subOrderId = order.subOrders[0]?.subOrderId ?? '';
  await platform.container
    .knex('orders_sub_orders')
    .where({ id: subOrderId })
    .update({ status: 'delivered' });
  return { order, number: await issueInvoiceOf(platform.container, subOrderId, SOLD) };
}

/** 118 rupees go back at an instant, with their credit note. */
async function refund(orderId: string, at: string): Promise<void> {
  const { unitOfWork, operations } = platform.container;
  const ctx = systemContext({ name: 'test' }, new Date(at));
  await unitOfWork.run(ctx, async (tx) => {
    await issueAt(tx, ctx.now);
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as Order;
    const id = await operations.refundOrder(tx, ctx, order, { reason: 'Broken', amount: 118_00 });
    const end = { status: 'processed' as const, providerRefundId: `rfnd-${id}` };
    await operations.refundSettlement(tx, ctx, id, end);
  });
}

const karnataka = addressOf({ city: 'Bengaluru', stateCode: '29', postalCode: '560001' });

it('puts each supply of a month into its section, notes where their invoice is', async () => {
  const business = { ...karnataka, gstin: '29AAGCB7383J1Z4' };
  const b2b = await sold({ shippingAddress: karnataka, billingAddress: business });
  const large = { title: 'Chandelier', unitPrice: 200_000_00, quantity: 1, hsnCode: '9405' };
  const b2cl = await sold({ shippingAddress: karnataka, lines: [large] });
  await sold({});
  await sold({
    lines: [{ title: 'Salt', unitPrice: 20_00, quantity: 2, gst: { gstRate: 0, gstExempt: false } }],
  });
  await sold({
    lines: [{ title: 'Milk', unitPrice: 30_00, quantity: 1, gst: { gstRate: null, gstExempt: true } }],
  });
  await sold({ shippingAddress: addressOf({ country: 'JP', stateCode: '09' }) });
  await refund(b2b.order.orderId, '2026-10-05T06:00:00Z');

  const http = platform.http.as(vendor.token);
  const found = data(await http.get<GstReturn>('/vendor/gst-returns/2026-09'));
  const thousand = { taxableValue: 1_000_00, igst: 180_00, cgst: 0, sgst: 0, cess: 0 };
  expect(found.b2b).toEqual([
    {
      buyerGstin: '29AAGCB7383J1Z4',
      number: b2b.number,
      date: '2026-09-10',
      invoiceNumber: null,
      placeOfSupply: '29',
      value: 1_180_00,
      rates: [{ rate: 18, ...thousand }],
    },
  ]);
  expect(found.b2cl).toMatchObject([{ number: b2cl.number, value: 236_000_00 }]);
  expect(found.b2cs).toEqual([
    {
      supplyType: 'INTRA',
      placeOfSupply: '27',
      rate: 18,
      taxableValue: 1_000_00,
      igst: 0,
      cgst: 90_00,
      sgst: 90_00,
      cess: 0,
    },
  ]);
  expect(found.nil).toEqual([{ supplyType: 'INTRAB2C', nilRated: 40_00, exempt: 30_00 }]);
  expect(found.exp).toMatchObject([{ placeOfSupply: null, withPayment: true }]);
  expect(found.docIssue).toMatchObject([{ kind: 'invoice', total: 6, cancelled: 0, net: 6 }]);
  expect(found.hsn.b2b).toMatchObject([{ hsnCode: '7419', quantity: 1, taxableValue: 1_000_00 }]);
  const october = data(await http.get<GstReturn>('/vendor/gst-returns/2026-10'));
  const credited = { taxableValue: 100_00, igst: 18_00 };
  expect(october.cdnr).toMatchObject([{ invoiceNumber: b2b.number, value: 118_00, rates: [credited] }]);
  expect(october.totals).toMatchObject({ taxableValue: -100_00, igst: -18_00 });
  // After 30 November of the following year a note changes no tax, and is said to.
  await refund(b2cl.order.orderId, '2027-12-05T06:00:00Z');
  const late = data(await http.get<GstReturn>('/vendor/gst-returns/2027-12'));
  expect([late.cdnur, late.totals.taxableValue]).toEqual([[], 0]);
  expect(late.lateNotes).toMatchObject([{ invoiceNumber: b2cl.number, value: 118_00 }]);
  const file = await (await http.raw('GET', '/vendor/gst-returns/2026-09/export')).text();
  expect(file).toContain('not tried on the portal\r\n');
  expect(file).toContain(
    `b2b,29AAGCB7383J1Z4,${b2b.number},2026-09-10,,29,,,,18,1180.00,1000.00,180.00,0.00,0.00,0.00\r\n`,
  );
  expect((await http.get('/vendor/gst-returns/2026-13')).status).toBe(400);
});

it('lists what was collected at source by supplier, and invoices by number, order and state', async () => {
  type Gstr8 = { suppliers: { supplierGstin: string; net: number; igst: number }[] };
  const gstr8 = data(await admin.get<Gstr8>('/admin/gst-returns/gstr8/2026-09'));
  expect(gstr8.suppliers).toHaveLength(1);
  const sums = await platform.container
    .knex('ledger_transactions')
    .whereIn('kind', ['sale', 'refund', 'tcs', 'tcs_reversed'])
    .where('postedAt', '<', new Date('2026-09-30T18:30:00Z'))
    .sum({ tcs: 'tcs' })
    .first();
  const [row] = gstr8.suppliers as unknown as { igst: number; cgst: number; sgst: number }[];
  expect((row?.igst ?? 0) + (row?.cgst ?? 0) + (row?.sgst ?? 0)).toBe(Number(sums?.tcs));

  type Row = { invoiceNumber: string; orderNumber: string; status: string; total: number };
  const all = data(await admin.get<Row[]>('/admin/invoices?sort=createdAt:asc'));
  expect(all).toHaveLength(6);
  const [first] = all as [Row];
  for (const text of [first.invoiceNumber, first.invoiceNumber.replaceAll('-', '/'), first.orderNumber])
    expect(data(await admin.get<Row[]>(`/admin/invoices?search=${encodeURIComponent(text)}`))).toEqual([
      first,
    ]);
  const own = platform.http.as(vendor.token);
  expect(
    data(await own.get<Row[]>('/vendor/invoices?filters[]=status:eq:none&filters[]=financialYear:eq:2627')),
  ).toHaveLength(6);
  expect(data(await own.get<Row[]>('/vendor/credit-notes'))).toMatchObject([
    { amount: 118_00 },
    { amount: 118_00 },
  ]);
  expect(data(await admin.get<Row[]>('/admin/credit-notes?search=CN/2627/000001'))).toHaveLength(1);
  const other = await createVendor(platform.container);
  expect(data(await platform.http.as(other.token).get<Row[]>('/vendor/invoices'))).toEqual([]);
  expect((await admin.get('/admin/invoices?status=ready')).body).toMatchObject({
    errors: [{ path: 'query.status', message: 'must be sent as filters[]=status:eq:ready' }],
  });
});

it('enabled payment providers must be registered', async () => {
  const patch = (web: string[]) =>
    admin.patch('/admin/settings/admin', { 'payment.enabled_providers': { web, app: ['cod'] } });
  expect((await patch(['cod', 'paypal'])).body).toMatchObject({
    errors: [{ path: 'body.payment.enabled_providers.web.1' }],
  });
  expect((await patch(['cod', 'razorpay'])).status).toBe(200);
});
