import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import { receivedAll } from '../_support/received.js';
import { createBuyer, createConfirmedOrder, type TestBuyer, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

type Row = Record<string, unknown> & { id: string };

let platform: TestPlatform;
let admin: TestSession;
let buyer: TestBuyer;
let vendors: TestVendor[];
let cod: TestOrder;
let paid: TestOrder;
let waiting: TestOrder;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  admin = await createSession(container, { permissions: ['order:view', 'order:fulfil'] });
  buyer = await createBuyer(container);
  vendors = [await createVendor(container), await createVendor(container)];
  const vendorIds = vendors.map((vendor) => vendor.vendorId);
  const at = (hour: number) => new Date(`2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`);
  cod = await createConfirmedOrder(container, { buyer, vendorIds, placedAt: at(8) });
  paid = await createConfirmedOrder(container, {
    vendorIds: vendorIds.slice(0, 1),
    paid: true,
    placedAt: at(9),
  });
  waiting = await createConfirmedOrder(container, {
    buyer,
    vendorIds,
    status: 'pending_payment',
    placedAt: at(10),
  });
});
afterAll(() => platform.stop());

const idsOf = (rows: Row[]) => rows.map((row) => row.id);
const as = (token: string) => platform.http.as(token);

describe('a buyer', () => {
  it('lists and reads the own orders, the newest first', async () => {
    const response = await as(buyer.token).get<Row[]>('/store/orders');
    expect(idsOf(data(response))).toEqual([waiting.orderId, cod.orderId]);
    expect(response.body.metadata).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(data(response)[1]).toMatchObject({ itemCount: 6, vendorCount: 2, grandTotal: cod.grandTotal });

    const order = data(await as(buyer.token).get<Row>(`/store/orders/${cod.orderId}`));
    expect(order).toMatchObject({ orderNumber: cod.orderNumber, status: 'confirmed' });
    expect(order['vendors']).toHaveLength(2);
    expect(JSON.stringify(order)).not.toContain('commission');
    expect((await as(buyer.token).get(`/store/orders/${paid.orderId}`)).status).toBe(404);
  });

  it('without an account finds an order by number and e-mail, however typed', async () => {
    const lookup = (body: unknown) => platform.http.post<Row>('/store/orders/lookup', body);
    const email = ` ${buyer.email.toUpperCase()} `;
    const orderNumber = cod.orderNumber.toLowerCase().replace('-', ' ');
    expect(data(await lookup({ orderNumber, email })).id).toBe(cod.orderId);
    expect((await lookup({ orderNumber, email: 'else@example.com' })).status).toBe(404);
    expect((await lookup({ orderNumber: 'HT-00000000', email })).status).toBe(404);
  });
});

describe('a vendor', () => {
  it('sees its own sub-orders of confirmed orders, and nothing before', async () => {
    const [first] = vendors as [TestVendor];
    const list = data(await as(first.token).get<Row[]>('/vendor/orders'));
    const subOrder = (order: TestOrder) =>
      order.subOrders.find((item) => item.vendorId === first.vendorId)?.subOrderId ?? '';
    expect(idsOf(list)).toEqual([subOrder(paid), subOrder(cod)]);

    const item = data(await as(first.token).get<Row>(`/vendor/orders/${subOrder(cod)}`));
    expect(item).toMatchObject({ orderNumber: cod.orderNumber, commissionBps: 1000, itemCount: 3 });
    expect(item['lines']).toHaveLength(2);
    expect(JSON.stringify(item)).not.toContain(buyer.email);
    for (const id of [subOrder(waiting), cod.subOrders[1]?.subOrderId, cod.orderId])
      expect((await as(first.token).get(`/vendor/orders/${id}`)).status).toBe(404);
  });
});

describe('an administrator', () => {
  const list = async (query: string) =>
    idsOf(data(await as(admin.token).get<Row[]>(`/admin/orders?${query}`)));

  it('lists all orders by the filters', async () => {
    const [first, second] = vendors as [TestVendor, TestVendor];
    expect(await list('')).toEqual([waiting.orderId, paid.orderId, cod.orderId]);
    expect(await list('sort=placedAt:asc&limit=2')).toEqual([cod.orderId, paid.orderId]);
    expect(await list('filters[]=status:eq:pending_payment')).toEqual([waiting.orderId]);
    expect(await list('filters[]=paymentStatus:in:paid,refunded')).toEqual([paid.orderId]);
    expect(await list(`filters[]=vendorId:eq:${second.vendorId}`)).toEqual([waiting.orderId, cod.orderId]);
    expect(await list(`filters[]=vendorId:eq:${first.vendorId}&filters[]=status:eq:confirmed`)).toEqual([
      paid.orderId,
      cod.orderId,
    ]);
    expect(
      await list('filters[]=placedAt:gte:2026-11-20T08:30:00Z&filters[]=placedAt:lt:2026-11-20T10:00:00Z'),
    ).toEqual([paid.orderId]);
    expect(await list(`filters[]=email:eq:${buyer.email}`)).toEqual([waiting.orderId, cod.orderId]);
    expect(await list(`search=${paid.orderNumber.slice(3, 9)}`)).toEqual([paid.orderId]);
    const page = await as(admin.token).get<Row[]>('/admin/orders?limit=1&page=2');
    expect(page.body.metadata).toEqual({ total: 3, limit: 1, offset: 1, hasMore: true });
  });

  it('refuses filters that it does not know', async () => {
    const response = await as(admin.token).get('/admin/orders?filters[]=colour:eq:red');
    expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('notes the cash of an order once, with all that follows from it', async () => {
    const notified: string[] = [];
    const { knex, live } = platform.container;
    const off = live.subscribe('order.paid', (id) => notified.push(id));
    const path = `/admin/orders/${cod.orderId}/mark-paid`;
    const order = data(await as(admin.token).post<Row>(path));
    expect(order).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' });
    expect(order['payments']).toMatchObject([{ status: 'captured', capturedAmount: cod.grandTotal }]);
    expect(order['timeline']).toMatchObject([
      { event: 'order.paid', actor: { type: 'user', id: admin.userId } },
    ]);
    expect((await as(admin.token).post(path)).status).toBe(200);
    expect(await knex('outbox_events').where({ entityId: cod.orderId, type: 'order.paid' })).toHaveLength(1);
    expect(await knex('audit_entries').where({ entityId: cod.orderId })).toHaveLength(1);
    await receivedAll(platform.container);
    off();
    expect(notified).toEqual([cod.orderId]);
    const early = await as(admin.token).post(`/admin/orders/${waiting.orderId}/mark-paid`);
    expect([early.status, early.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  it('needs the permission', async () => {
    const reader = await createSession(platform.container, { permissions: ['order:view'] });
    expect((await as(reader.token).get(`/admin/orders/${cod.orderId}`)).status).toBe(200);
    expect((await as(reader.token).post(`/admin/orders/${cod.orderId}/mark-paid`)).status).toBe(403);
  });
});
