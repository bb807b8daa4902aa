import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PAYMENT_WINDOW_ENDED } from '#domain/orders/order.js';
import { systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { moneyProblems } from '../payments/money-problems.js';
import { grantCredit } from './granted-credit.js';

interface Balance {
  enabled: boolean;
  balance: number;
}
interface Movement {
  kind: string;
  amount: number;
  balance: number;
  orderNumber: string | null;
}

let shop: TestShop;
let admin: HttpClient;
let variantId: string;
let otherVariantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  ({ variantId } = await vendorWithVariant(shop, { price: 50_000, onHand: 500 }));
  ({ variantId: otherVariantId } = await vendorWithVariant(shop, { price: 30_000, onHand: 500 }));
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
});
afterAll(async () => {
  await expectBooksRight(shop.container);
  expect(await moneyProblems(shop.container.knex)).toEqual([]);
  await shop.stop();
});

const enable = (on: boolean) => setSettings(shop.container, { 'admin.store_credit.enabled': on });
async function rich(amount: number): Promise<TestBuyer> {
  const buyer = await createBuyer(shop.container);
  if (amount > 0) await grantCredit(shop.container, buyer, amount);
  return buyer;
}
const balanceOf = async (buyer: TestBuyer) =>
  data(await shop.http.as(buyer.token).get<Balance>('/store/store-credit')).balance;
const becomes = (buyer: TestBuyer, balance: number) =>
  eventually(async () => expect(await balanceOf(buyer)).toBe(balance));
const statement = async (buyer: TestBuyer) =>
  data(await shop.http.as(buyer.token).get<Movement[]>('/store/store-credit/movements'));
const order = async (buyer: TestBuyer, body: object, items = [{ variantId }]) =>
  placeOrder(await readyCart(shop, items, { buyer }), body as Record<string, unknown>);
const rowOf = (id: string) => shop.container.knex('orders').where({ id }).first();
const status = (id: string, fields: object) =>
  eventually(async () => expect(await rowOf(id)).toMatchObject(fields));
const cancel = (buyer: TestBuyer, id: string, query = '') =>
  shop.http.as(buyer.token).post<PlacedResponse['order']>(`/store/orders/${id}/cancel${query}`, {});

it('a store without store credit takes none, and its responses do not speak of it', async () => {
  const buyer = await createBuyer(shop.container);
  const http = shop.http.as(buyer.token);
  expect(data(await http.get<Balance>('/store/store-credit'))).toMatchObject({ enabled: false, balance: 0 });
  expect((await order(buyer, { storeCredit: 100 })).status).toBe(409);
  expect((await order(buyer, { paymentOption: 'store_credit' })).status).toBe(409);
  const placed = data(await order(buyer, { paymentOption: 'cod' }));
  expect(placed.order).not.toHaveProperty('storeCredit');
  expect((await cancel(buyer, placed.order.id, '?refundTo=store_credit')).status).toBe(409);
  const grant = { userId: buyer.userId, amount: 100, reason: 'Sorry' };
  expect((await admin.post('/admin/store-credit/adjustments', grant)).status).toBe(409);
});

it('operators grant and deduct with a reason, never below zero; others may not', async () => {
  await enable(true);
  const buyer = await createBuyer(shop.container);
  const adjust = (amount: number, http = admin) =>
    http.post('/admin/store-credit/adjustments', { userId: buyer.userId, amount, reason: 'Sorry' });
  data(await adjust(30_000));
  data(await adjust(-10_000));
  expect((await adjust(-20_001)).status).toBe(409);
  const support = shop.http.as(
    (await createSession(shop.container, { permissions: ['storeCredit:view'] })).token,
  );
  expect((await adjust(1, support)).status).toBe(403);
  expect((await statement(buyer)).map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['deducted', -10_000, 20_000],
    ['granted', 30_000, 30_000],
  ]);
  const http = shop.http.as(buyer.token);
  const first = await http.get<Movement[]>('/store/store-credit/movements?limit=1');
  const { nextCursor } = first.body.metadata as unknown as { nextCursor: string };
  const second = await http.get<Movement[]>(
    `/store/store-credit/movements?limit=1&cursor=${encodeURIComponent(nextCursor)}`,
  );
  expect([data(first)[0]?.kind, data(second)[0]?.kind]).toEqual(['deducted', 'granted']);
  const accounts = await admin.get<{ balance: number }[]>(
    `/admin/store-credit/accounts?search=${buyer.email}`,
  );
  expect(data(accounts)).toMatchObject([{ userId: buyer.userId, balance: 20_000 }]);
  const audit = await shop.container
    .knex('audit_entries')
    .where({ entity: 'storeCredit', entityId: buyer.userId });
  expect(audit).toMatchObject([{ action: 'grant' }, { action: 'deduct', after: { reason: 'Sorry' } }]);
  const mails = await shop.container.knex('mail_messages').where({ recipient: buyer.email });
  expect(mails).toMatchObject([{ template: 'store_credit.added' }]);
});

it('pays beside a provider, and refunds return each part in proportion', async () => {
  const buyer = await rich(20_000);
  const placed = data(await order(buyer, { storeCredit: 20_000 }));
  expect(placed.order).toMatchObject({ grandTotal: 50_000, storeCredit: 20_000, status: 'pending_payment' });
  expect(shop.sandbox.order(sandboxOrderOf(placed))).toMatchObject({ amount: 30_000 });
  expect(await balanceOf(buyer)).toBe(0);
  await shop.sandbox.pay(sandboxOrderOf(placed));
  const { id } = placed.order;
  await status(id, { status: 'confirmed', paymentStatus: 'paid' });
  const refund = await admin.post(`/admin/orders/${id}/refunds`, { reason: 'Scratched', amount: 10_000 });
  expect(data(refund)).toMatchObject({ amount: 10_000, storeCredit: 4_000 });
  await becomes(buyer, 4_000);
  await status(id, { refundedTotal: 10_000 });
  data(await cancel(buyer, id));
  await becomes(buyer, 20_000);
  await status(id, { paymentStatus: 'refunded', refundedTotal: 50_000 });
  expect(shop.sandbox.payments(sandboxOrderOf(placed))).toMatchObject([
    { amount: 30_000, amount_refunded: 30_000 },
  ]);
});

it('pays alone, and what a buyer wants as store credit goes there whatever it was paid with', async () => {
  const buyer = await rich(50_000);
  const alone = data(await order(buyer, { paymentOption: 'store_credit' }));
  expect(alone.order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', storeCredit: 50_000 });
  expect(alone.payment).toMatchObject({ providerId: 'store_credit', status: 'captured' });
  data(await cancel(buyer, alone.order.id));
  await becomes(buyer, 50_000);
  const money = data(await order(buyer, {}));
  await shop.sandbox.pay(sandboxOrderOf(money));
  await status(money.order.id, { paymentStatus: 'paid' });
  data(await cancel(buyer, money.order.id, '?refundTo=store_credit'));
  await becomes(buyer, 100_000);
  expect(shop.sandbox.payments(sandboxOrderOf(money))).toMatchObject([{ amount_refunded: 0 }]);
  expect((await order(buyer, { storeCredit: 50_001 })).status).toBe(400);
  const guest = await createBuyer(shop.container, { anonymous: true });
  expect((await order(guest, { storeCredit: 1 })).status).toBe(409);
});

it('two orders at once never spend the same credit', async () => {
  const buyer = await rich(60_000);
  const carts = await Promise.all([1, 2, 3].map(() => readyCart(shop, [{ variantId }], { buyer })));
  const placed = await Promise.all(carts.map((cart) => placeOrder(cart, { storeCredit: 40_000 })));
  expect(placed.map((response) => response.status).sort()).toEqual([201, 409, 409]);
  expect(await balanceOf(buyer)).toBe(20_000);
});

it('cash is collected for the rest; a share goes back with what is cancelled before', async () => {
  const buyer = await rich(40_000);
  const items = [{ variantId }, { variantId: otherVariantId }];
  const { order: placed } = data(await order(buyer, { paymentOption: 'cod', storeCredit: 40_000 }, items));
  expect(placed).toMatchObject({ grandTotal: 80_000, storeCredit: 40_000, status: 'confirmed' });
  const [first, second] = placed.vendors;
  data(
    await admin.post(`/admin/orders/vendors/${second?.id}/cancelled`, {
      reason: 'Out of stock',
      restock: true,
    }),
  );
  const kept = await shop.container.knex('orders_sub_orders').where({ id: first?.id }).first();
  expect(await balanceOf(buyer)).toBe(40_000 - (kept?.storeCredit ?? 0));
  data(await admin.post(`/admin/orders/vendors/${first?.id}/fulfilled`, { providerId: 'self-handled' }));
  data(await admin.post(`/admin/orders/vendors/${first?.id}/delivered`));
  await status(placed.id, { paymentStatus: 'paid' });
  const payment = await shop.container.knex('payments').where({ orderId: placed.id }).first();
  expect(payment).toMatchObject({ capturedAmount: kept?.total, storeCredit: kept?.storeCredit });
});

it('who deletes the account gives up what is left, and the books agree', async () => {
  const { unitOfWork, operations } = shop.container;
  const buyer = await rich(5_000);
  const ctx = systemContext({ name: 'test' }, new Date());
  await unitOfWork.run(ctx, (tx) => operations.storeCredit.forfeit(tx, ctx, buyer.userId));
  expect(await statement(buyer)).toMatchObject([{ kind: 'deducted', amount: -5_000, balance: 0 }, {}]);
  await shop.container.knex('accounts_users').where({ id: buyer.userId }).delete();
});

it('an unpaid order gives its credit back; a late payment takes it again, or is refunded where it is gone', async () => {
  const { unitOfWork, operations } = shop.container;
  const expire = async (id: string) => {
    const ctx = systemContext({ name: 'test' }, new Date());
    await unitOfWork.run(ctx, async (tx) => {
      const row = (await tx('orders').where({ id }).forUpdate().first()) as never;
      await operations.orderTransitions.cancel(tx, ctx, row, {
        from: ['pending_payment'],
        reason: PAYMENT_WINDOW_ENDED,
        explanation: 'The payment did not arrive in time',
        windowEnded: 'early',
      });
    });
  };
  const buyer = await rich(20_000);
  const late = data(await order(buyer, { storeCredit: 20_000 }));
  await expire(late.order.id);
  expect(await balanceOf(buyer)).toBe(20_000);
  await shop.sandbox.pay(sandboxOrderOf(late));
  await status(late.order.id, { status: 'confirmed', paymentStatus: 'paid' });
  expect(await balanceOf(buyer)).toBe(0);

  const poor = await rich(20_000);
  const lost = data(await order(poor, { storeCredit: 20_000 }));
  await expire(lost.order.id);
  data(await order(poor, { storeCredit: 20_000, paymentOption: 'cod' }));
  await shop.sandbox.pay(sandboxOrderOf(lost));
  await eventually(async () => {
    const refund = await shop.container.knex('payments_refunds').where({ orderId: lost.order.id }).first();
    expect(refund).toMatchObject({ amount: 30_000, storeCredit: 0, status: 'processed' });
  });
  expect(await balanceOf(poor)).toBe(0);
});
