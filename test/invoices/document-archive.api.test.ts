import { afterAll, beforeAll, expect, it } from '@jest/globals';
import JSZip from 'jszip';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { holdInvoiceClock, issueAt } from '../_support/invoice-clock.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { issueInvoiceOf } from './issued-invoice.js';

const month = '2026-09';
const SOLD = new Date('2026-09-10T06:00:00Z');

let platform: TestPlatform;
let vendor: TestVendor;
let other: TestVendor;
let admin: HttpClient;
beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'exports'] });
  const { container, http } = platform;
  await holdInvoiceClock(container.knex);
  admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  [vendor, other] = [await createVendor(container), await createVendor(container)];
});
afterAll(() => platform.stop());

async function sold(by: TestVendor, at = SOLD) {
  const options = { vendorIds: [by.vendorId], paid: true, placedAt: at };
  const { orderId, subOrders } = await createConfirmedOrder(platform.container, options);
  const subOrderId = subOrders[0]?.subOrderId ?? '';
  return { orderId, subOrderId, number: await issueInvoiceOf(platform.container, subOrderId, at) };
}

/** A part of an order goes back, with its credit note. */
async function refund(orderId: string): Promise<void> {
  const { unitOfWork, operations } = platform.container;
  const ctx = systemContext({ name: 'test' }, SOLD);
  await unitOfWork.run(ctx, async (tx) => {
    await issueAt(tx, SOLD);
    const order = (await tx('orders').where({ id: orderId }).forUpdate().first()) as Order;
    const id = await operations.refundOrder(tx, ctx, order, { reason: 'Broken', amount: 1_00 });
    const end = { status: 'processed' as const, providerRefundId: `rfnd-${id}` };
    await operations.refundSettlement(tx, ctx, id, end);
  });
}

const invoiceOf = (subOrderId: string) => platform.container.knex('invoices').where({ subOrderId });

async function archived(http: HttpClient, side: 'admin' | 'vendor') {
  const { id } = data(await http.post<ReportExportResponse>(`/${side}/document-archives`, { month }));
  const row = await eventually(async () => {
    const found = data(await http.get<ReportExportResponse>(`/${side}/report-exports/${id}`));
    expect(found).toMatchObject({ status: 'ready', error: null });
    return found;
  });
  const file = await http.raw('GET', row.downloadUrl ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = Buffer.from(await file.arrayBuffer());
  return { row, bytes, zip: await JSZip.loadAsync(bytes, { checkCRC32: true }) };
}

it('a ZIP has what is ready, prints what is not, lists what failed, and has the vendor’s own alone', async () => {
  const { storage } = platform.container;
  const [ready, unrendered, broken] = [await sold(vendor), await sold(vendor), await sold(vendor)];
  await refund(unrendered.orderId);
  const theirs = await sold(other);
  const august = await sold(vendor, new Date('2026-10-01T06:00:00Z'));
  const storageKey = `invoices/${vendor.vendorId}/${ready.number}.pdf`;
  const pdf = Buffer.from('%PDF-1.7 ready\n');
  await storage.put(storageKey, pdf, { contentType: 'application/pdf' });
  await invoiceOf(ready.subOrderId).update({ status: 'ready', storageKey, requestedRev: 1, doneRev: 1 });
  await invoiceOf(broken.subOrderId).update({ status: 'failed', error: 'Broken', snapshot: '{}' });

  const own = platform.http.as(vendor.token);
  const { row, bytes, zip } = await archived(own, 'vendor');
  const name = (number: string) => `${number.replaceAll('/', '-')}.pdf`;
  expect(row).toMatchObject({ fileName: 'documents_2026-09.zip', format: 'zip', rowCount: 4 });
  expect(Object.keys(zip.files)).toEqual([
    `invoices/${name(ready.number)}`,
    `invoices/${name(unrendered.number)}`,
    expect.stringMatching(/^credit-notes\/CN-2627-\d+\.pdf$/),
    'failed-documents.csv',
  ]);
  expect(await zip.file(`invoices/${name(ready.number)}`)?.async('string')).toBe(pdf.toString());
  const printed = await zip.file(`invoices/${name(unrendered.number)}`)?.async('string');
  expect(printed?.startsWith('%PDF-')).toBe(true);
  expect(await zip.file('failed-documents.csv')?.async('string')).toMatch(
    new RegExp(
      `^kind,vendor,number,problem\r\ninvoice,[^,]+,${broken.number},The document could not be rendered\r\n$`,
    ),
  );
  // What was printed on the way is there for the next request.
  expect(await invoiceOf(unrendered.subOrderId).first('status')).toEqual({ status: 'ready' });
  expect(await invoiceOf(broken.subOrderId).first('status')).toEqual({ status: 'failed' });
  expect(await invoiceOf(august.subOrderId).first('status')).toEqual({ status: 'requested' });
  expect((await archived(own, 'vendor')).bytes.equals(bytes)).toBe(true);

  const all = await archived(admin, 'admin');
  expect(Object.keys(all.zip.files)).toHaveLength(5);
  expect(Object.keys(all.zip.files).filter((path) => path.endsWith(name(theirs.number)))).not.toEqual([]);
  expect((await own.get(`/admin/report-exports/${all.row.id}`)).status).toBe(403);
  const stranger = platform.http.as(other.token);
  expect((await stranger.raw('GET', row.downloadUrl ?? '')).status).toBe(404);
  const exporter = await createSession(platform.container, {
    permissions: ['reports:view', 'reports:export'],
  });
  const without = platform.http.as(exporter.token);
  expect((await without.get(all.row.downloadUrl ?? '')).status).toBe(403);
  expect((await without.post('/admin/document-archives', { month })).status).toBe(403);
});

it('requests of the same month give the ZIP that is being written; cancelling it lets the next one begin', async () => {
  const { knex } = platform.container;
  const own = platform.http.as(other.token);
  const ask = () => own.post<ReportExportResponse>('/vendor/document-archives', { month: '2025-01' });
  const first = data(await ask());
  const again = await eventually(async () => {
    expect(data(await own.get<ReportExportResponse>(`/vendor/report-exports/${first.id}`)).status).toBe(
      'ready',
    );
    await knex('reports_exports').where({ id: first.id }).update({ status: 'processing' });
    return Promise.all([ask(), ask()]);
  });
  expect(again.map(({ body }) => body.data.id)).toEqual([first.id, first.id]);
  const cancelled = data(await own.post<ReportExportResponse>(`/vendor/report-exports/${first.id}/cancel`));
  expect(cancelled).toMatchObject({ status: 'failed', error: 'Cancelled' });
  expect(data(await ask()).id).not.toBe(first.id);
});
