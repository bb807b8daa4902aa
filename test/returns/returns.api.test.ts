import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { notesOf } from '../invoices/issued-invoice.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { linesOf, type OrderRefund, process, refund } from '../payments/order-refunds.js';
import { createHeldOrder, stockMismatches, stockOf } from '../shipping/held-order.js';

interface Return {
  id: string;
  status: string;
  origin: string;
  refundId: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  vendor = await createVendor(platform.container);
  other = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const subOrderOf = (order: TestOrder) => order.subOrders[0]?.subOrderId ?? '';
const asBuyer = (order: TestOrder) => platform.http.as(order.buyer.token);
const pathOf = (order: TestOrder) =>
  `/store/orders/${order.orderId}/vendors/${subOrderOf(order)}/return-requests`;
const ask = (order: TestOrder, lines: object[]) =>
  asBuyer(order).post<Return>(pathOf(order), { lines, reason: 'Too small' });
const asVendor = (id: string, move: string, body: object = {}, token = vendor.token) =>
  platform.http.as(token).post<Return>(`/vendor/return-requests/${id}/${move}`, body);
const refundsOf = async (order: TestOrder) =>
  data(await admin.get<OrderRefund[]>(`/admin/orders/${order.orderId}/refunds`));
const stock = (order: TestOrder) => stockOf(platform.container, subOrderOf(order));

async function sent(options: { paid?: boolean; delivered?: boolean } = {}): Promise<TestOrder> {
  const { paid = true, delivered = true } = options;
  const order = await createHeldOrder(platform.container, { vendorIds: [vendor.vendorId], paid });
  const path = `/admin/orders/vendors/${subOrderOf(order)}`;
  data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
  if (delivered) data(await admin.post(`${path}/delivered`));
  return order;
}

async function statusOf(order: TestOrder): Promise<string> {
  const { knex } = platform.container;
  const row = (await knex('orders_sub_orders')
    .where({ id: subOrderOf(order) })
    .first()) as { status: string };
  return row.status;
}

describe('a return', () => {
  it('goes from requested to refunded, and its piece back on hand', async () => {
    const order = await sent();
    const [line] = linesOf(order);
    const { id } = data(await ask(order, [{ lineId: line?.id, quantity: 1 }]));
    expect(data(await asBuyer(order).get<Return[]>(pathOf(order)))).toMatchObject([
      { id, status: 'requested' },
    ]);
    expect(data(await asVendor(id, 'approve', { note: 'Pack it well' })).status).toBe('approved');
    expect(data(await asVendor(id, 'approve')).status).toBe('approved');
    expect((await asVendor(id, 'reject', { reason: 'No' })).status).toBe(409);
    expect(data(await asVendor(id, 'receive'))).toMatchObject({ status: 'received', refundId: id });
    expect(data(await asVendor(id, 'receive')).status).toBe('received');
    expect(await stock(order)).toEqual({ onHand: 198, reserved: 0 });
    expect(await refundsOf(order)).toMatchObject([{ id, cause: 'return', amount: (line?.total ?? 0) / 2 }]);
    await process(platform.container, id);
    expect(data(await admin.get<Return>(`/admin/return-requests/${id}`)).status).toBe('refunded');
    const view = await platform.http
      .as(vendor.token)
      .get<{ lines: { id: string; returnedQuantity: number }[] }>(`/vendor/orders/${subOrderOf(order)}`);
    expect(data(view).lines.find((item) => item.id === line?.id)?.returnedQuantity).toBe(1);
    expect(await statusOf(order)).toBe('delivered');
    expect(await stockMismatches(platform.container)).toBe(0);
    await expectBooksRight(platform.container);
    const mailed = platform.container.knex('mail_messages').where('dedupeKey', 'like', `return.%:${id}%`);
    const templates = (await mailed.pluck('template')) as string[];
    expect(templates.sort()).toEqual(['return.approved', 'return.requested', 'return.requested']);
  });

  it('of all pieces makes the sub-order returned, and its shipping goes back too', async () => {
    const order = await sent();
    const [item, two] = linesOf(order);
    const first = data(await ask(order, [{ lineId: item?.id, quantity: item?.quantity }]));
    const second = data(await ask(order, [{ lineId: two?.id, quantity: two?.quantity }]));
    for (const { id } of [first, second]) data(await asVendor(id, 'approve'));
    data(await asVendor(first.id, 'receive', { lines: [{ lineId: item?.id, sellable: false }] }));
    expect(await statusOf(order)).toBe('delivered');
    data(await asVendor(second.id, 'receive'));
    expect(await statusOf(order)).toBe('returned');
    const sum = (await refundsOf(order)).reduce((all, { amount }) => all + amount, 0);
    expect(sum).toBe(order.grandTotal);
    expect(await stock(order)).toEqual({ onHand: 198, reserved: 0 });
    expect(await stockMismatches(platform.container)).toBe(0);
  });

  it('is refused too late, before delivery, for taken pieces and for foreign lines', async () => {
    const order = await sent();
    const [line, last] = linesOf(order);
    const piece = [{ lineId: line?.id, quantity: 1 }];
    data(await ask(order, piece));
    data(await refund(admin, order.orderId, { lines: piece }));
    expect((await ask(order, piece)).status).toBe(409);
    expect((await refund(admin, order.orderId, { lines: piece })).status).toBe(409);
    expect((await ask(order, [{ lineId: order.orderId, quantity: 1 }])).status).toBe(400);
    const deliveredAt = new Date(Date.now() - 8 * 24 * 3_600_000);
    await platform.container
      .knex('orders_sub_orders')
      .where({ id: subOrderOf(order) })
      .update({ deliveredAt });
    const late = await ask(order, [{ lineId: last?.id, quantity: 1 }]);
    expect(late.status).toBe(409);
    expect(JSON.stringify(late.body)).toContain('Returns could be requested until');
    const pending = await sent({ delivered: false });
    expect((await ask(pending, [{ lineId: linesOf(pending)[0]?.id, quantity: 1 }])).status).toBe(409);
  });

  it('is cancelled by its buyer until it is decided; its pieces can be returned again', async () => {
    const order = await sent();
    const lines = [{ lineId: linesOf(order)[0]?.id, quantity: 2 }];
    const { id } = data(await ask(order, lines));
    expect(data(await asBuyer(order).post<Return>(`${pathOf(order)}/${id}/cancel`)).status).toBe('cancelled');
    expect((await asVendor(id, 'approve')).status).toBe(409);
    const again = data(await ask(order, lines));
    data(await asVendor(again.id, 'reject', { reason: 'Worn' }));
    expect((await ask(order, lines)).status).toBe(201);
  });

  it('of pieces that were refunded meanwhile ends as refunded, without a refund of its own', async () => {
    const order = await sent();
    const { id } = data(await ask(order, [{ lineId: linesOf(order)[0]?.id, quantity: 1 }]));
    data(await asVendor(id, 'approve'));
    const all = data(await refund(admin, order.orderId, { amount: order.grandTotal }));
    await process(platform.container, all.id);
    expect(data(await asVendor(id, 'receive'))).toMatchObject({ status: 'refunded', refundId: null });
    expect(await refundsOf(order)).toHaveLength(1);
    expect(await stock(order)).toEqual({ onHand: 198, reserved: 0 });
    await expectBooksRight(platform.container);
  });

  it('of too little to be sent back by its provider is due, with its credit note, until it is paid another way', async () => {
    const { container } = platform;
    const order = await createHeldOrder(container, {
      vendorIds: [vendor.vendorId],
      paid: true,
      shipping: 0,
      lines: [{ title: 'Matchbox', unitPrice: 50, quantity: 4 }],
    });
    const path = `/admin/orders/vendors/${subOrderOf(order)}`;
    data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
    data(await admin.post(`${path}/delivered`));
    const [line] = linesOf(order);
    const { id } = data(await ask(order, [{ lineId: line?.id, quantity: 1 }]));
    data(await asVendor(id, 'approve'));
    const received = { status: 'received', refundId: id, refundStatus: 'due' };
    expect(data(await asVendor(id, 'receive'))).toMatchObject(received);
    expect(await refundsOf(order)).toMatchObject([{ id, due: true, ways: ['paid', 'give_up'], amount: 59 }]);
    expect(await notesOf(container, subOrderOf(order))).toMatchObject([{ cause: 'return', amount: 59 }]);
    expect((await admin.post(`/admin/refunds/${id}/retry`)).body).toMatchObject({
      reason: 'payments.refund_below_minimum',
    });
    data(await admin.post(`/admin/refunds/${id}/paid`, { reference: 'UPI 1' }));
    const ended = { status: 'refunded', refundStatus: 'processed' };
    expect(data(await admin.get<Return>(`/admin/return-requests/${id}`))).toMatchObject(ended);
    expect(await notesOf(container, subOrderOf(order))).toHaveLength(1);
    await expectBooksRight(container);
  });

  it('of cash that counts as paid with a later sub-order is refunded then', async () => {
    const { container } = platform;
    for (const pieces of ['some', 'all']) {
      const order = await createHeldOrder(container, { vendorIds: [vendor.vendorId, other.vendorId] });
      const [first, second] = order.subOrders;
      const handOver = async (subOrder = first) => {
        const path = `/admin/orders/vendors/${subOrder?.subOrderId}`;
        data(await admin.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
        data(await admin.post(`${path}/delivered`));
      };
      await handOver();
      const lines = linesOf(order).map(({ id, quantity }) => ({ lineId: id, quantity }));
      const { id } = data(await ask(order, pieces === 'all' ? lines : lines.slice(0, 1)));
      data(await asVendor(id, 'approve'));
      // The cash of the order is not recorded before its last sub-order is at the door.
      expect(data(await asVendor(id, 'receive'))).toMatchObject({ status: 'received', refundId: null });
      await handOver(second);
      const amount = pieces === 'all' ? first?.total : linesOf(order)[0]?.total;
      expect(await refundsOf(order)).toMatchObject([{ id, cause: 'return', amount, status: 'pending' }]);
      data(await admin.post(`/admin/refunds/${id}/paid`, { reference: 'UTR 1' }));
      expect(data(await admin.get<Return>(`/admin/return-requests/${id}`)).status).toBe('refunded');
      await expectBooksRight(container);
    }
  });

  it('of another vendor or buyer does not exist', async () => {
    const order = await sent();
    const { id } = data(await ask(order, [{ lineId: linesOf(order)[0]?.id, quantity: 1 }]));
    for (const move of ['approve', 'receive'])
      expect((await asVendor(id, move, {}, other.token)).status).toBe(404);
    const stranger = await createSession(platform.container);
    expect((await platform.http.as(stranger.token).get(`${pathOf(order)}/${id}`)).status).toBe(404);
  });

  it('is requested by a guest with number and e-mail', async () => {
    const order = await sent();
    const { orderNumber, buyer } = order;
    const lines = [{ lineId: linesOf(order)[0]?.id, quantity: 1 }];
    const body = { orderNumber, email: buyer.email, orderVendorId: subOrderOf(order), reason: 'x', lines };
    const path = '/store/orders/lookup/return-requests';
    expect((await platform.http.post(path, { ...body, email: 'other@example.com' })).status).toBe(404);
    expect((await platform.http.post(path, body)).status).toBe(201);
  });

  it('of twenty requests for the same piece at once one is opened', async () => {
    const order = await sent();
    const lines = [{ lineId: linesOf(order)[1]?.id, quantity: 1 }];
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(order, lines)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('a parcel that its carrier returns', () => {
  async function scanReturned(order: TestOrder): Promise<void> {
    const { unitOfWork, outbox } = platform.container;
    const ctx = systemContext({ name: 'test' }, new Date());
    const subOrderId = subOrderOf(order);
    const scan = {
      orderVendorId: subOrderId,
      providerId: 'carrier' as const,
      normalizedStatus: 'returned' as const,
    };
    await unitOfWork.run(ctx, (tx) => {
      outbox.append(tx, ctx, shippingEvents.trackingUpdated, subOrderId, { ...scan, statusCode: 'RT' });
    });
  }

  async function opened({ orderNumber }: TestOrder): Promise<Return> {
    const path = `/admin/return-requests?filters[]=orderNumber:eq:${orderNumber}`;
    return eventually(async () => {
      const [request, ...more] = data(await admin.get<Return[]>(path));
      expect(more).toEqual([]);
      if (!request) throw new Error('No return yet');
      return request;
    });
  }

  it('opens one approved return, and received it refunds all with shipping', async () => {
    const order = await sent({ delivered: false });
    await scanReturned(order);
    await scanReturned(order);
    const request = await opened(order);
    expect(request).toMatchObject({ origin: 'carrier', status: 'approved' });
    data(await asVendor(request.id, 'receive'));
    expect(await statusOf(order)).toBe('returned');
    expect(await refundsOf(order)).toMatchObject([{ cause: 'return', amount: order.grandTotal }]);
    expect(await stock(order)).toEqual({ onHand: 200, reserved: 0 });
  });

  it('of cash on delivery that was never paid refunds nothing', async () => {
    const order = await sent({ paid: false, delivered: false });
    await scanReturned(order);
    const { id } = await opened(order);
    expect(data(await asVendor(id, 'receive'))).toMatchObject({ status: 'refunded', refundId: null });
    // A repeat is the same, and nothing of it is open: the buyer can have their data erased.
    expect(data(await asVendor(id, 'receive'))).toMatchObject({ status: 'refunded' });
    expect(
      (await platform.container.knex('returns_requests').where({ id }).first('status')) as unknown,
    ).toEqual({
      status: 'refunded',
    });
    expect(await refundsOf(order)).toEqual([]);
    expect(await statusOf(order)).toBe('returned');
    await expectBooksRight(platform.container);
  });
});
