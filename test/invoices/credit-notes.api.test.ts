import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { linesOf, type OrderRefund, process, refund } from '../payments/order-refunds.js';
import { createHeldOrder } from '../shipping/held-order.js';
import { issueInvoiceOf, notesOf } from './issued-invoice.js';
import { expectRenderedAgain } from './lost-document.js';

// A browser starts and prints.

interface CreditNote {
  id: string;
  creditNoteNumber: string;
  invoiceNumber: string;
  cause: string;
  amount: number;
  tax: number;
  rendered: boolean;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  vendor = await createVendor(platform.container);
  other = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const subOrderOf = (order: TestOrder, index = 0) => order.subOrders[index]?.subOrderId ?? '';
const paidOrder = () =>
  createHeldOrder(platform.container, { vendorIds: [vendor.vendorId, other.vendorId], paid: true });
const notes = (order: TestOrder, index = 0) => notesOf(platform.container, subOrderOf(order, index));
const fulfil = async (order: TestOrder, index = 0) =>
  data(
    await admin.post(`/admin/orders/vendors/${subOrderOf(order, index)}/fulfilled`, {
      providerId: 'self-handled',
    }),
  );
const refundsOf = async (order: TestOrder) =>
  data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`));

describe('credit notes', () => {
  it('are issued with processed refunds, one for each, and read by operator, buyer and vendor', async () => {
    const order = await paidOrder();
    const invoiceNumber = await issueInvoiceOf(platform.container, subOrderOf(order));
    await fulfil(order);
    const [line] = linesOf(order);
    const made = data(await refund(admin, order.orderId, { lines: [{ lineId: line?.id, quantity: 1 }] }));
    expect(await notes(order)).toEqual([]);
    await process(platform.container, made.id);
    const base = `/admin/orders/${order.orderId}/credit-notes`;
    const [note, ...more] = data(await admin.get<CreditNote[]>(base));
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      cause: 'refund',
      invoiceNumber,
      amount: made.amount,
      tax: made.lines[0]?.tax,
      creditNoteNumber: expect.stringMatching(/^CN-\d{4}-\d{6}$/) as unknown,
    });
    const of = `/store/orders/${order.orderId}/credit-notes`;
    const buyer = platform.http.as(order.buyer.token);
    expect(data(await buyer.get<CreditNote[]>(of)).map(({ id }) => id)).toEqual([note?.id]);
    const own = `/vendor/orders/${subOrderOf(order)}/credit-notes`;
    expect(data(await platform.http.as(vendor.token).get<CreditNote[]>(own))).toHaveLength(1);
    for (const path of [own, `${own}/${note?.id ?? ''}`])
      expect((await platform.http.as(other.token).get(path)).status).toBe(404);
    expect((await platform.http.as(vendor.token).get(of)).status).toBe(404);
    const pdf = await eventually(async () => {
      const file = await buyer.raw('GET', `${of}/${note?.id ?? ''}`);
      expect(file.status).toBe(200);
      return file;
    });
    expect(pdf.headers.get('content-disposition')).toContain(
      `credit-note-${note?.creditNoteNumber ?? ''}.pdf`,
    );
    expect((await PDFDocument.load(await pdf.arrayBuffer())).getPageCount()).toBe(1);
    await expectRenderedAgain(platform.container, {
      stored: platform.container.knex('invoices_credit_note_documents').where({ creditNoteId: note?.id }),
      download: () => buyer.raw('GET', `${of}/${note?.id ?? ''}`),
    });
  });

  it('of a cancellation credit what is left; the refund that follows has none of its own', async () => {
    const order = await paidOrder();
    await issueInvoiceOf(platform.container, subOrderOf(order));
    const some = data(
      await refund(admin, order.orderId, { orderVendorId: subOrderOf(order), amount: 1_000 }),
    );
    await process(platform.container, some.id);
    data(
      await admin.post(`/admin/orders/vendors/${subOrderOf(order)}/cancelled`, { reason: 'Out of stock' }),
    );
    const total = order.subOrders[0]?.total ?? 0;
    const issued = await notes(order);
    expect(issued.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['refund', 1_000],
      ['cancellation', total - 1_000],
    ]);
    for (const { id, status } of await refundsOf(order))
      if (status === 'pending') await process(platform.container, id);
    expect(await notes(order)).toHaveLength(2);
    // The other sub-order has no invoice, and so no credit note.
    data(
      await admin.post(`/admin/orders/vendors/${subOrderOf(order, 1)}/cancelled`, { reason: 'Out of stock' }),
    );
    expect(await notes(order, 1)).toEqual([]);
    await expectBooksRight(platform.container);
  });

  it('of an order that its buyer cancels are issued for each invoice of it', async () => {
    const order = await paidOrder();
    for (const index of [0, 1]) await issueInvoiceOf(platform.container, subOrderOf(order, index));
    data(await platform.http.as(order.buyer.token).post(`/store/orders/${order.orderId}/cancel`, {}));
    for (const [index, subOrder] of order.subOrders.entries())
      expect(await notes(order, index)).toMatchObject([{ cause: 'cancellation', amount: subOrder.total }]);
  });

  it('that are outstanding are issued with an invoice that comes late', async () => {
    const order = await paidOrder();
    const [line] = linesOf(order);
    const pieces = { lines: [{ lineId: line?.id, quantity: 1 }], restock: true };
    const first = data(await refund(admin, order.orderId, pieces));
    const second = data(
      await refund(admin, order.orderId, { orderVendorId: subOrderOf(order), amount: 500 }),
    );
    const open = data(await refund(admin, order.orderId, { orderVendorId: subOrderOf(order), amount: 700 }));
    for (const { id } of [first, second]) await process(platform.container, id);
    expect(await notes(order)).toEqual([]);
    await issueInvoiceOf(platform.container, subOrderOf(order));
    const issued = await notes(order);
    // The piece was cancelled before: the invoice is without it.
    expect(issued.map(({ sourceId }) => sourceId)).toEqual([second.id]);
    const { snapshot } = (await platform.container
      .knex('invoices')
      .where({ subOrderId: subOrderOf(order) })
      .first('snapshot')) as { snapshot: InvoiceSnapshot };
    expect(snapshot.totals.grandTotal).toBe((order.subOrders[0]?.total ?? 0) - first.amount);
    expect(snapshot.lines[0]?.quantity).toBe((line?.quantity ?? 0) - 1);
    await issueInvoiceOf(platform.container, subOrderOf(order));
    await process(platform.container, open.id);
    expect((await notes(order)).map(({ amount }) => amount)).toEqual([500, 700]);
  });

  it('are issued for a received return of what was never paid', async () => {
    const order = await createHeldOrder(platform.container, { vendorIds: [vendor.vendorId, other.vendorId] });
    await issueInvoiceOf(platform.container, subOrderOf(order));
    await fulfil(order);
    data(await admin.post(`/admin/orders/vendors/${subOrderOf(order)}/delivered`));
    const [line] = linesOf(order);
    const buyer = platform.http.as(order.buyer.token);
    const path = `/store/orders/${order.orderId}/vendors/${subOrderOf(order)}/return-requests`;
    const lines = [{ lineId: line?.id, quantity: 1 }];
    const { id } = data(await buyer.post<{ id: string }>(path, { lines, reason: 'Too small' }));
    data(await admin.post(`/admin/return-requests/${id}/approve`, {}));
    data(await admin.post(`/admin/return-requests/${id}/receive`, {}));
    expect(await notes(order)).toMatchObject([
      { cause: 'return', sourceId: id, amount: (line?.total ?? 0) / 2, tax: (line?.taxTotal ?? 0) / 2 },
    ]);
  });
});

it('a vendor requests and downloads its own invoice, and no other’s', async () => {
  const order = await paidOrder();
  const base = `/vendor/orders/${subOrderOf(order)}/invoice`;
  const own = platform.http.as(vendor.token);
  expect((await own.get(base)).status).toBe(404);
  data(await own.post(`${base}/generate`));
  await eventually(async () => {
    expect((await own.get(base)).status).toBe(200);
  });
  expect((await platform.http.as(other.token).get(`${base}/status`)).status).toBe(404);
});
