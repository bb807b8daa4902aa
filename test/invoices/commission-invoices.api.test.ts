import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { PDFDocument } from 'pdf-lib';
import { layoutCommissionInvoice } from '#domain/invoices/commission-invoice-document.js';
import { PLAIN_TEMPLATE } from '#operations/invoices/plain-template.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { createInvoicesQueues } from '#activities/invoices/invoices.queues.js';
import { systemContext } from '#domain/_shared/context.js';
import { setInvoiceClock } from '../_support/invoice-clock.js';
import { createTestClock } from '../_support/test-clock.js';
import { expectRenderedAgain } from './lost-document.js';

// A browser starts and prints.

interface CommissionInvoice {
  id: string;
  kind: string;
  commissionInvoiceNumber: string;
  vendorId: string;
  month: string;
  taxableValue: number;
  tax: number;
  amount: number;
  rendered: boolean;
}

const clock = createTestClock();
let platform: TestPlatform;
let admin: TestPlatform['http'];
let first: TestVendor;
let second: TestVendor;

const details = {
  'admin.operator.legal_name': 'Haat Marketplace LLP',
  'admin.operator.gstin': '27AAPFU0939F1ZV',
  'admin.operator.address_lines': ['1 Hill Road', 'Mumbai 400050', 'Maharashtra (27)'],
};

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'relay'], clock });
  const { container } = platform;
  clock.shift(new Date('2026-12-02T06:00:00Z').getTime() - Date.now());
  admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  await setSettings(container, { 'admin.ledger.commission_gst_from': '2026-01-01' });
  first = await createVendor(container, { commissionBps: 1_000 });
  second = await createVendor(container, { commissionBps: 1_000, gstin: '29AAGCB7383J1Z4', stateCode: '29' });
});
afterAll(() => platform.stop());

const sell = (vendorId: string, at: string, price = 1_000_00) =>
  createConfirmedOrder(platform.container, {
    vendorIds: [vendorId],
    paid: true,
    shipping: 0,
    placedAt: new Date(at),
    lines: [{ title: 'Brass lamp', unitPrice: price, quantity: 1 }],
  });

async function refund(orderId: string, at: string): Promise<void> {
  const { unitOfWork, operations, knex } = platform.container;
  await knex('orders_sub_orders')
    .where({ orderId })
    .update({ status: 'delivered', deliveredAt: new Date(at) });
  const ctx = systemContext({ name: 'test' }, new Date(at));
  await unitOfWork.run(ctx, async (tx) => {
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as never;
    const id = await operations.refundOrder(tx, ctx, order, { reason: 'Damaged' });
    const end = { status: 'processed' as const, providerRefundId: `rfnd-${id}` };
    await operations.refundSettlement(tx, ctx, id, end);
  });
}

/** What the schedule runs every night. */
const run = () => {
  const sweeps = createInvoicesQueues(platform.container).sweeps?.core;
  return new MockActivityEnvironment().run(
    sweeps?.['commission-invoices'] as () => Promise<Record<string, number>>,
  );
};
const listed = async () =>
  data(await admin.get<CommissionInvoice[]>('/admin/commission-invoices')).map(
    ({ vendorId, month, kind, commissionInvoiceNumber, taxableValue, tax }) =>
      [vendorId, month, kind, commissionInvoiceNumber, taxableValue, tax].join(' '),
  );

it('issues each month that has ended once, also months that were missed, when the operator is known', async () => {
  const refunded = await sell(first.vendorId, '2026-09-10T06:00:00Z');
  // The last instant of October and the first of November in India.
  await sell(first.vendorId, '2026-10-31T18:29:59Z', 500_00);
  await sell(second.vendorId, '2026-10-31T18:30:00Z', 200_00);
  await refund(refunded.orderId, '2026-11-20T06:00:00Z');
  // December has not ended.
  await sell(first.vendorId, '2026-12-01T06:00:00Z');
  expect(await run()).toEqual({ issued: 0, months: 0 });
  expect(await listed()).toEqual([]);

  await setSettings(platform.container, details);
  // Two at once, as of a schedule and somebody who runs it by hand.
  await Promise.all([run(), run()]);
  const { vendorId: firstId } = first;
  const { vendorId: two } = second;
  const expected = [
    `${firstId} 2026-09 invoice COM-2627-000001 10000 1800`,
    `${firstId} 2026-10 invoice COM-2627-000002 5000 900`,
    `${firstId} 2026-11 credit_note COMC-2627-000001 10000 1800`,
    `${two} 2026-11 invoice COM-2627-000003 2000 360`,
  ];
  expect((await listed()).sort()).toEqual([...expected].sort());
  expect(await run()).toEqual({ issued: 0, months: 0 });
  expect(await listed()).toHaveLength(4);
  const [{ account }] = (await platform.container
    .knex('ledger_entries')
    .where({ account: 'commission_tax' })
    .sum({ account: 'amount' })) as [{ account: number }];
  // December is not invoiced yet: the documents are the account without it.
  expect(Number(account)).toBe(1800 + 900 - 1800 + 360 + 1800);

  clock.shift(new Date('2027-04-02T06:00:00Z').getTime() - Date.now());
  await setInvoiceClock(platform.container.knex, new Date('2027-04-02T06:00:00Z'));
  expect(await run()).toMatchObject({ issued: 1 });
  // The number is that of the financial year of the document's own date.
  expect(await listed()).toContain(`${firstId} 2026-12 invoice COM-2728-000001 10000 1800`);
});

it('a vendor reads and downloads its own; members and other vendors do not', async () => {
  const owner = platform.http.as(second.token);
  const own = data(await owner.get<CommissionInvoice[]>('/vendor/commission-invoices'));
  expect(own).toMatchObject([{ month: '2026-11', amount: 2_360 }]);
  const path = `/vendor/commission-invoices/${own[0]?.id}`;
  const file = await eventually(async () => {
    const response = await owner.raw('GET', path);
    expect(response.status).toBe(200);
    return response;
  });
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(1);
  await expectRenderedAgain(platform.container, {
    stored: platform.container
      .knex('invoices_commission_documents')
      .where({ commissionInvoiceId: own[0]?.id }),
    download: () => owner.raw('GET', path),
  });
  expect((await admin.raw('GET', path.replace('/vendor/', '/admin/'))).status).toBe(200);
  expect((await platform.http.as(first.token).get(path)).status).toBe(404);
  const { vendorId } = second;
  const member = await createSession(platform.container, { vendorId, vendorRole: 'member' });
  expect((await platform.http.as(member.token).get(path)).status).toBe(403);
});

it('what documents of closed months left out comes on one supplementary document', async () => {
  const { container } = platform;
  const third = await createVendor(container, { commissionBps: 1_000 });
  // Both months are closed: these postings came too late for their documents, the one before GST was charged.
  await setSettings(container, { 'admin.ledger.commission_gst_from': '2027-01-01' });
  await sell(third.vendorId, '2026-12-12T06:00:00Z', 300_00);
  await sell(third.vendorId, '2027-02-12T06:00:00Z', 700_00);
  expect(await run()).toMatchObject({ issued: 1 });
  expect(await run()).toMatchObject({ issued: 0 });
  const own = data(
    await platform.http
      .as(third.token)
      .get<(CommissionInvoice & { supplementary: boolean })[]>('/vendor/commission-invoices'),
  );
  expect(own).toMatchObject([{ kind: 'invoice', supplementary: true, taxableValue: 10_000, tax: 1_260 }]);
  const row = await container
    .knex('invoices_commission')
    .where({ id: own[0]?.id ?? '' })
    .first('snapshot');
  expect(row?.snapshot).toMatchObject({ supplementaryFrom: '2026-12', untaxedValue: 3_000 });
});

it('an operator without a GSTIN invoices its commission without GST', async () => {
  const { container } = platform;
  await setSettings(container, { 'admin.operator.gstin': '', 'admin.ledger.commission_gst_from': '' });
  clock.shift(new Date('2027-05-02T06:00:00Z').getTime() - Date.now());
  const fourth = await createVendor(container, { commissionBps: 1_000 });
  await sell(fourth.vendorId, '2027-04-12T06:00:00Z');
  // Five paise: GST would round to nothing, the commission does not.
  await sell(fourth.vendorId, '2027-04-13T06:00:00Z', 50);
  await run();
  const own = data(
    await platform.http.as(fourth.token).get<CommissionInvoice[]>('/vendor/commission-invoices'),
  );
  expect(own).toMatchObject([{ month: '2027-04', taxableValue: 10_005, tax: 0, amount: 10_005 }]);
});

it('GST on commission starts on a day to come, needs the GSTIN of the operator, and is mailed to vendors', async () => {
  const { container, http } = platform;
  const superAdmin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const patch = (body: object) => superAdmin.patch<object>('/admin/settings/admin', body);
  const key = 'ledger.commission_gst_from';
  expect((await patch({ [key]: '2027-06-01' })).body).toMatchObject({
    errors: [{ path: `body.${key}`, message: expect.stringContaining('operator.gstin') as unknown }],
  });
  const gstin = { 'operator.gstin': '27AAPFU0939F1ZV' };
  expect((await patch({ [key]: '2027-05-01', ...gstin })).status).toBe(400);
  data(await patch({ [key]: '2027-06-01', ...gstin }));
  expect((await patch({ 'operator.gstin': '' })).status).toBe(400);
  await eventually(async () => {
    const mails = await container.knex('mail_messages').where({ template: 'commission.gst_from' });
    expect(mails.length).toBeGreaterThanOrEqual(4);
  });
});

it('a GSTIN asks whether commission carries GST; until that is said its paper is no tax invoice', async () => {
  const { container, http } = platform;
  const superAdmin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const patch = (body: object) => superAdmin.patch<object>('/admin/settings/admin', body);
  const key = 'ledger.commission_gst_from';
  const titles = async () => JSON.stringify((await superAdmin.get('/admin/attention')).body);
  await setSettings(container, { 'admin.operator.gstin': '', [`admin.${key}`]: '' });
  const gstin = { 'operator.gstin': '27AAPFU0939F1ZV' };
  expect((await patch(gstin)).body).toMatchObject({ errors: [{ path: `body.${key}` }] });
  data(await patch({ ...gstin, [key]: 'not_liable' }));
  expect(await titles()).not.toContain('commissionGst');
  // As an installation of before has it.
  await setSettings(container, { [`admin.${key}`]: '' });
  // It is counted once in some seconds.
  await eventually(async () => expect(await titles()).toContain('commissionGst'));

  clock.shift(new Date('2027-08-02T06:00:00Z').getTime() - Date.now());
  const fifth = await createVendor(container, { commissionBps: 1_000 });
  await sell(fifth.vendorId, '2027-07-12T06:00:00Z');
  await run();
  const row = await container
    .knex('invoices_commission')
    .where({ vendorId: fifth.vendorId })
    .first('snapshot');
  const view = layoutCommissionInvoice(row?.snapshot as never, 'COM/2728/000001', PLAIN_TEMPLATE);
  expect(view.title).toBe('Invoice');
  expect(view.notices.join()).toContain('no tax invoice');
});
