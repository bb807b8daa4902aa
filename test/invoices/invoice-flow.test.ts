import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import type { InvoiceGenerationResponse, InvoiceStatusResponse } from '#api/invoices/invoices.schemas.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readFrames } from '../_support/sse.js';
import { createMiddayClock } from './midday-clock.js';

// A browser starts and prints, twenty documents one after another: seconds, and on a busy machine many of them.

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'relay'], clock: createMiddayClock() });
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  admin = platform.http.as(token);
});
afterAll(() => platform.stop());

function subOrder(order: TestOrder, index = 0): string {
  const subOrderId = order.subOrders[index]?.subOrderId ?? '';
  return `/orders/${order.orderId}/vendors/${subOrderId}/invoice`;
}

async function generate(base: string, http = admin): Promise<InvoiceGenerationResponse> {
  const response = await http.post<InvoiceGenerationResponse>(`${base}/generate`);
  expect(response.status).toBe(200);
  return response.body.data;
}

async function ready(base: string, http = admin): Promise<InvoiceStatusResponse> {
  return eventually(async () => {
    const { body } = await http.get<InvoiceStatusResponse>(`${base}/status`);
    expect(body.data.status).toBe('ready');
    return body.data;
  });
}

/** Has no document stored until the returned function is called, so that none is ready before it is looked for. */
function holdDocuments(): () => void {
  const { storage } = platform.container;
  const put = storage.put.bind(storage);
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  storage.put = async (...args) => {
    await held;
    return put(...args);
  };
  return () => {
    storage.put = put;
    goOn();
  };
}

async function rows(order: TestOrder): Promise<Record<string, unknown>[]> {
  return platform.container.knex('invoices').where({ orderId: order.orderId }).orderBy('id');
}

describe('the invoice of one sub-order', () => {
  it('goes from none to ready, and downloads under its number', async () => {
    const order = await createConfirmedOrder(platform.container);
    const base = `/admin${subOrder(order)}`;
    const before = await admin.get<InvoiceStatusResponse>(`${base}/status`);
    expect(before.body.data).toEqual({
      status: 'none',
      invoiceNumber: null,
      downloadUrl: null,
      streamUrl: null,
      jobId: null,
    });
    expect((await admin.get(base)).status).toBe(404);
    const asked = await generate(base);
    expect(asked).toEqual({
      status: 'pending',
      jobId: `invoices-render-${order.subOrders[0]?.subOrderId ?? ''}`,
      downloadUrl: null,
      streamUrl: `${base}/stream`,
    });
    const done = await ready(base);
    expect(done).toMatchObject({ downloadUrl: base, streamUrl: null, jobId: null });
    expect(done.invoiceNumber).toMatch(/^INV-\d{4}-000001$/);
    const file = await admin.raw('GET', base);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${done.invoiceNumber ?? ''}.pdf"`,
    );
    const pdf = await PDFDocument.load(await file.arrayBuffer());
    expect(pdf.getPageCount()).toBe(1);
    expect(await generate(base)).toEqual({
      status: 'ready',
      jobId: null,
      downloadUrl: base,
      streamUrl: null,
    });
  });

  it('is issued once and rendered once when fifty first requests race', async () => {
    const order = await createConfirmedOrder(platform.container);
    const base = `/admin${subOrder(order)}`;
    const responses = await Promise.all(Array.from({ length: 50 }, () => generate(base)));
    expect(new Set(responses.map((response) => response.jobId).filter(Boolean)).size).toBe(1);
    await ready(base);
    const [row, ...others] = await rows(order);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ sequence: 1, requestedRev: 1, doneRev: 1, status: 'ready' });
    const { client } = platform.container.gateway;
    const history = await client.workflow
      .getHandle(`invoices-render-${order.subOrders[0]?.subOrderId ?? ''}`)
      .fetchHistory();
    const renders = (history.events ?? []).filter((event) => event.activityTaskScheduledEventAttributes);
    expect(renders.length).toBe(1);
  });

  it('keeps number, seller and lines on regeneration, while the template follows the settings', async () => {
    const order = await createConfirmedOrder(platform.container);
    const base = `/admin${subOrder(order)}`;
    await generate(base);
    const first = await ready(base);
    const [before] = await rows(order);
    await platform.container
      .knex('vendors')
      .where({ id: order.subOrders[0]?.vendorId })
      .update({ legalName: 'Renamed' });
    await admin.patch('/admin/settings/admin', { 'invoice.number_prefix': 'NEW' });
    const goOn = holdDocuments();
    const again = await admin.post<InvoiceGenerationResponse>(`${base}/regenerate`);
    expect(again.body.data.status).toBe('pending');
    expect((await admin.get(base)).status).toBe(409);
    goOn();
    const second = await ready(base);
    expect(second.invoiceNumber).toBe(first.invoiceNumber);
    const [after] = await rows(order);
    expect(after?.['snapshot']).toEqual(before?.['snapshot']);
    expect(after?.['doneRev']).toBe(2);
    const later = await createConfirmedOrder(platform.container, {
      vendorIds: [order.subOrders[0]?.vendorId ?? ''],
    });
    await generate(`/admin${subOrder(later)}`);
    expect((await ready(`/admin${subOrder(later)}`)).invoiceNumber).toMatch(/^NEW-\d{4}-000002$/);
    await admin.patch('/admin/settings/admin', { 'invoice.number_prefix': 'INV' });
  });

  it('fails with a reason for a seller without GSTIN on taxed lines, wasting no number, and leaves it when mended', async () => {
    const order = await createConfirmedOrder(platform.container, { vendors: [{ gstin: null }] });
    const base = `/admin${subOrder(order)}`;
    await generate(base);
    await eventually(async () => {
      const { body } = await admin.get<InvoiceStatusResponse>(`${base}/status`);
      expect(body.data).toMatchObject({ status: 'failed', invoiceNumber: null, streamUrl: `${base}/stream` });
    });
    const refused = await admin.get(base);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/GST/);
    const frames = await readFrames<{ status: string; error: string }>(
      await admin.raw('GET', `${base}/stream`),
    );
    expect(frames.at(-1)).toMatchObject({ status: 'failed', error: expect.stringMatching(/GST/) as unknown });
    await platform.container
      .knex('vendors')
      .where({ id: order.subOrders[0]?.vendorId })
      .update({ gstin: '27AAPFU0939F1ZV' });
    await generate(base);
    expect((await ready(base)).invoiceNumber).toMatch(/-000001$/);
  });

  it('keeps a request made before the order is confirmed', async () => {
    const order = await createConfirmedOrder(platform.container, { status: 'pending_payment' });
    const base = `/admin${subOrder(order)}`;
    expect(await generate(base)).toEqual({
      status: 'pending',
      jobId: null,
      downloadUrl: null,
      streamUrl: null,
    });
    expect((await admin.get<InvoiceStatusResponse>(`${base}/status`)).body.data.status).toBe('none');
    expect(await rows(order)).toMatchObject([{ status: 'requested', sequence: null }]);
  });

  it('is requested and read by a buyer without an account, by order number and e-mail', async () => {
    const order = await createConfirmedOrder(platform.container);
    const { orderNumber } = order;
    const row = (await platform.container.knex('orders').where({ orderNumber }).first('email')) as {
      email: string;
    };
    const ask = (email: string) =>
      platform.http.raw('POST', '/store/orders/lookup/invoice', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNumber, email }),
      });
    expect((await ask('else@example.com')).status).toBe(404);
    expect(await rows(order)).toEqual([]);
    const first = await ask(row.email);
    expect([first.status, first.headers.get('retry-after')]).toEqual([409, '2']);
    await ready(`/admin/orders/${order.orderId}/invoice`);
    const file = await ask(row.email);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(order.subOrders.length);
    const draft = await createConfirmedOrder(platform.container, { status: 'pending_payment' });
    const unconfirmed = (await platform.container
      .knex('orders')
      .where({ id: draft.orderId })
      .first('email', 'orderNumber')) as { email: string; orderNumber: string };
    expect((await platform.http.post('/store/orders/lookup/invoice', unconfirmed)).status).toBe(404);
  });

  it('renders again a document whose file is gone', async () => {
    const order = await createConfirmedOrder(platform.container);
    const base = `/admin${subOrder(order)}`;
    await generate(base);
    await ready(base);
    const [row] = await rows(order);
    await platform.container.storage.delete(String(row?.['storageKey']));
    expect((await admin.get(base)).status).toBe(409);
    await ready(base);
    expect((await admin.raw('GET', base)).status).toBe(200);
  });
});

describe('numbers', () => {
  it('are consecutive for one vendor when twenty invoices are issued at once', async () => {
    const first = await createConfirmedOrder(platform.container);
    const vendorId = first.subOrders[0]?.vendorId ?? '';
    const orders = [first];
    for (let n = 1; n < 20; n += 1) {
      orders.push(await createConfirmedOrder(platform.container, { vendorIds: [vendorId] }));
    }
    await Promise.all(orders.map((order) => generate(`/admin${subOrder(order)}`)));
    await Promise.all(orders.map((order) => ready(`/admin${subOrder(order)}`)));
    const sequences = (await platform.container
      .knex('invoices')
      .where({ vendorId })
      .orderBy('sequence')
      .pluck('sequence')) as number[];
    expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('are not lost when the transaction that took one rolls back', async () => {
    const order = await createConfirmedOrder(platform.container);
    const vendorId = order.subOrders[0]?.vendorId ?? '';
    const { unitOfWork, numbers } = platform.container;
    const series = { counter: 'invoice', of: vendorId, financialYear: '2627' } as const;
    const ctx = {
      actor: { type: 'system' as const, id: 'test' },
      requestId: 'test',
      permissions: new Set<string>(),
      now: new Date(),
    };
    const failing = unitOfWork.run(ctx, async (tx) => {
      expect(await numbers.next(tx, series)).toBe(1);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await unitOfWork.run(ctx, (tx) => numbers.next(tx, series))).toBe(1);
  });
});

describe('the invoices of an order', () => {
  it('merge into one file of the sub-orders that were not cancelled', async () => {
    const order = await createConfirmedOrder(platform.container);
    const http = platform.http.as(order.buyer.token);
    const base = `/store/orders/${order.orderId}/invoice`;
    const asked = await generate(base, http);
    expect(asked).toMatchObject({ status: 'pending', streamUrl: `${base}/stream` });
    expect((await ready(base, http)).invoiceNumber).toBeNull();
    const file = await http.raw('GET', base);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${order.orderNumber}.pdf"`,
    );
    expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(2);
    await platform.container
      .knex('orders_sub_orders')
      .where({ id: order.subOrders[1]?.subOrderId })
      .update({ status: 'cancelled' });
    const item = await http.raw('GET', base);
    expect((await PDFDocument.load(await item.arrayBuffer())).getPageCount()).toBe(1);
  });

  it('cannot be asked for when every sub-order is cancelled', async () => {
    const order = await createConfirmedOrder(platform.container);
    await platform.container
      .knex('orders_sub_orders')
      .where({ orderId: order.orderId })
      .update({ status: 'cancelled' });
    const response = await admin.post(`/admin/orders/${order.orderId}/invoice/generate`);
    expect([response.status, response.body.reason]).toEqual([409, 'invoices.nothing_to_invoice']);
  });

  it('stream a frame at once, then the news', async () => {
    const order = await createConfirmedOrder(platform.container);
    const http = platform.http.as(order.buyer.token);
    const base = `/store/orders/${order.orderId}/invoice`;
    const stream = await http.raw('GET', `${base}/stream`);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reading = readFrames<Record<string, unknown>>(stream);
    await generate(base, http);
    const frames = await reading;
    expect(frames[0]).toEqual({ status: 'pending', heartbeat: true });
    expect(frames.at(-1)).toEqual({ status: 'ready', downloadUrl: base });
  });

  it('are found by the customer whose order it is, and by nobody else', async () => {
    const order = await createConfirmedOrder(platform.container);
    const stranger = await createSession(platform.container);
    const http = platform.http.as(stranger.token);
    for (const base of [`/store/orders/${order.orderId}/invoice`, `/store${subOrder(order)}`]) {
      expect((await http.get(`${base}/status`)).status).toBe(404);
      expect((await http.post(`${base}/generate`)).status).toBe(404);
      expect((await http.get(base)).status).toBe(404);
      expect((await http.get(`${base}/stream`)).status).toBe(404);
      expect((await http.post(`${base}/regenerate`)).status).toBe(404);
    }
    expect(await rows(order)).toEqual([]);
    const other = await createConfirmedOrder(platform.container);
    const mixed = `/admin/orders/${order.orderId}/vendors/${other.subOrders[0]?.subOrderId ?? ''}/invoice/status`;
    expect((await admin.get(mixed)).status).toBe(404);
  });
});
