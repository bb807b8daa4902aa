import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { createHeldOrder } from '../shipping/held-order.js';
import { accountOf, expectBooksRight, postedOf } from './ledger-books.js';

let shop: TestShop;
let admin: TestSession;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  admin = await createSession(shop.container, { roles: ['admin'] });
  vendor = await createVendor(shop.container, { commissionBps: 1_000 });
  other = await createVendor(shop.container);
});
afterAll(() => shop.stop());

const asAdmin = () => shop.http.as(admin.token);

describe('sales', () => {
  it('a captured payment posts the sale of each sub-order once, however often the webhook comes', async () => {
    const { vendor: seller, variantId } = await vendorWithVariant(shop, { price: 50_000 });
    const cart = await readyCart(shop, [{ variantId, quantity: 2 }]);
    const placed = data(await placeOrder(cart));
    shop.sandbox.control({ duplicateWebhooks: true });
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await eventually(async () => expect(await postedOf(shop.container, placed.order.id)).toHaveLength(1));
    const [sale] = await postedOf(shop.container, placed.order.id);
    const subOrder = (await shop.container
      .knex('orders_sub_orders')
      .where({ orderId: placed.order.id })
      .first()) as {
      id: string;
      total: number;
      commissionTotal: number;
    };
    expect(sale).toMatchObject({
      kind: 'sale',
      sourceId: subOrder.id,
      subOrderId: subOrder.id,
      vendorId: seller.vendorId,
      gross: subOrder.total,
      commission: subOrder.commissionTotal,
      net: subOrder.total - subOrder.commissionTotal,
    });
    expect(await accountOf(shop.container, seller.vendorId)).toBe(subOrder.total - subOrder.commissionTotal);
    await expectBooksRight(shop.container);
  });

  it('cash that a vendor takes at its own delivery leaves the vendor owing the commission', async () => {
    const order = await createHeldOrder(shop.container, { vendorIds: [vendor.vendorId] });
    const [subOrder] = order.subOrders;
    const http = shop.http.as(vendor.token);
    const before = await accountOf(shop.container, vendor.vendorId);
    data(await http.post(`/vendor/orders/${subOrder?.subOrderId}/fulfilled`, { providerId: 'self-handled' }));
    expect(await postedOf(shop.container, order.orderId)).toEqual([]);
    data(await http.post(`/vendor/orders/${subOrder?.subOrderId}/delivered`));
    const posted = await postedOf(shop.container, order.orderId);
    expect(posted.map(({ kind, gross, net }) => ({ kind, gross, net }))).toEqual([
      { kind: 'sale', gross: subOrder?.total, net: (subOrder?.total ?? 0) - (posted[0]?.commission ?? 0) },
      { kind: 'cash_collected', gross: 0, net: -(subOrder?.total ?? 0) },
    ]);
    expect(await accountOf(shop.container, vendor.vendorId)).toBe(before - (posted[0]?.commission ?? 0));
    await expectBooksRight(shop.container);
  });

  it('cash that the operator records as received is the operator’s to pay out', async () => {
    const order = await createHeldOrder(shop.container, { vendorIds: [vendor.vendorId] });
    data(await asAdmin().post(`/admin/orders/${order.orderId}/mark-paid`, {}));
    data(await asAdmin().post(`/admin/orders/${order.orderId}/mark-paid`, {}));
    expect((await postedOf(shop.container, order.orderId)).map(({ kind }) => kind)).toEqual(['sale']);
    await expectBooksRight(shop.container);
  });
});

describe('reading the ledger', () => {
  it('a vendor sees its own transactions, an operator all with their entries', async () => {
    const order = await createConfirmedOrder(shop.container, {
      vendorIds: [vendor.vendorId, other.vendorId],
      paid: true,
    });
    const own = data(
      await shop.http
        .as(vendor.token)
        .get<{ orderId: string; net: number }[]>(`/vendor/ledger?filters[]=orderId:eq:${order.orderId}`),
    );
    expect(own).toHaveLength(1);
    expect(own[0]).not.toHaveProperty('entries');
    const all = data(
      await asAdmin().get<{ vendorId: string; entries: { account: string; amount: number }[] }[]>(
        `/admin/ledger?filters[]=orderId:eq:${order.orderId}`,
      ),
    );
    expect(new Set(all.map(({ vendorId }) => vendorId))).toEqual(new Set([vendor.vendorId, other.vendorId]));
    for (const { entries } of all) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    const item = data(
      await asAdmin().get<{ vendorId: string }[]>(`/admin/ledger?vendorId=${other.vendorId}`),
    );
    expect(item.map(({ vendorId }) => vendorId)).toEqual([other.vendorId]);
  });

  it('members of a vendor may not read it', async () => {
    const { vendorId } = vendor;
    const member = await createSession(shop.container, { vendorId, vendorRole: 'member' });
    expect((await shop.http.as(member.token).get('/vendor/ledger')).status).toBe(403);
  });

  it('the check names a payment whose sale is missing', async () => {
    const order = await createConfirmedOrder(shop.container, { vendorIds: [vendor.vendorId] });
    const { knex } = shop.container;
    const paid = { status: 'captured', capturedAmount: order.grandTotal, capturedAt: new Date() };
    await knex('payments').where({ orderId: order.orderId }).update(paid);
    await knex('orders').where({ id: order.orderId }).update({ paidAt: new Date() });
    const { ok, checks } = data(
      await asAdmin().get<{ ok: boolean; checks: { name: string; ok: boolean }[] }>('/admin/ledger/check'),
    );
    expect(ok).toBe(false);
    expect(checks.filter((check) => !check.ok).map(({ name }) => name)).toEqual(['receipts', 'sales']);
    await knex('payments').where({ orderId: order.orderId }).delete();
    await expectBooksRight(shop.container);
  });
});

describe('adjustments', () => {
  it('an operator credits a vendor once per key, with audit and event', async () => {
    const { vendorId } = other;
    const body = { vendorId, amount: 25_000, reason: 'Lost parcel' };
    const headers = { 'idempotency-key': 'adjust-1' };
    const before = await accountOf(shop.container, vendorId);
    const first = await asAdmin().post<{ id: string; net: number }>(
      '/admin/ledger/adjustments',
      body,
      headers,
    );
    const again = await asAdmin().post<{ id: string }>('/admin/ledger/adjustments', body, headers);
    expect(first.status).toBe(201);
    expect(data(again).id).toBe(data(first).id);
    expect(await accountOf(shop.container, vendorId)).toBe(before + 25_000);
    const audited = await shop.container.knex('audit_entries').where({ entityId: data(first).id });
    expect(audited).toHaveLength(1);
    await expectBooksRight(shop.container);
  });

  it('refuses nothing and unknown vendors', async () => {
    const reason = 'x';
    const post = (body: unknown) => asAdmin().post('/admin/ledger/adjustments', body);
    expect((await post({ vendorId: other.vendorId, amount: 0, reason })).status).toBe(400);
    expect((await post({ vendorId: admin.userId, amount: 1, reason })).status).toBe(400);
  });
});
