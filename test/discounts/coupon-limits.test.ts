import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrdersActivities } from '#activities/orders/orders.activities.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Discount } from '#domain/discounts/discount.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createDiscount, usesOf } from '../_support/discounts.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { data, type PlacedResponse, startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import { addressOf } from '../_support/vendors.js';

const PRICE = 10_000;
const WINDOW_MS = 30 * 60_000;
const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
const clock = createTestClock();

let shop: TestShop;
let variantId: string;
let activities: ReturnType<typeof createOrdersActivities>;

// No worker runs: the tests call what the workflow would.
beforeAll(async () => {
  shop = await startShop({ clock });
  const { container } = shop;
  activities = createOrdersActivities({ ...container, providers: container.paymentProviders });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100_000, price: PRICE }));
});
afterAll(() => shop.stop());

/** A cart of one piece with coupons, written straight into the tables: it is the ordering that is looked at. */
async function cartWith(
  discountIds: string[],
  buyer?: TestBuyer,
): Promise<{ token: string; cartId: string }> {
  const { container } = shop;
  const { userId, token, email } = buyer ?? (await createBuyer(container));
  const cartId = newId();
  const shippingAddress = JSON.stringify(addressOf());
  await container
    .knex('carts')
    .insert({ id: cartId, userId, email, shippingAddress, couponIds: discountIds });
  await container.knex('carts_items').insert({ cartId, variantId, quantity: 1, unitPriceSeen: PRICE });
  return { token, cartId };
}

function place({ token, cartId }: { token: string; cartId: string }, total: number, paymentOption = 'cod') {
  const body = { expectedTotal: total, paymentOption };
  return shop.http.as(token).post<PlacedResponse>(`/store/carts/${cartId}/place-order`, body);
}

/** Orders placed at the same moment, all with one coupon of 10 %. @returns how many succeeded and were refused */
async function race(discountId: string, count: number, buyer?: TestBuyer): Promise<[number, number]> {
  const carts = await Promise.all(Array.from({ length: count }, () => cartWith([discountId], buyer)));
  const responses = await Promise.all(carts.map((cart) => place(cart, PRICE * 0.9)));
  const statuses = responses.map((response) => response.status);
  return [
    statuses.filter((status) => status === 201).length,
    statuses.filter((status) => status === 409).length,
  ];
}

const tenth = (fields: Partial<Discount> = {}) => createDiscount(shop.container, fields);

describe('coupon-limit-race', () => {
  it('200 buyers for 50 uses: exactly 50 orders', async () => {
    const { id } = await tenth({ totalUsageLimit: 50 });
    expect(await race(id, 200)).toEqual([50, 150]);
    expect(await usesOf(shop.container, id)).toEqual({ total: 50, customers: 50, held: 50, orders: 50 });
  });

  it('20 orders of one customer with one use: exactly one', async () => {
    const { id } = await tenth({ usageLimitPerCustomer: 1 });
    expect(await race(id, 20, await createBuyer(shop.container))).toEqual([1, 19]);
    expect(await usesOf(shop.container, id)).toEqual({ total: null, customers: 1, held: 1, orders: 1 });
  });

  it('of one customer are those of an address, with what follows `+` or without, signed in or as a guest', async () => {
    const { id } = await tenth({ usageLimitPerCustomer: 1 });
    const name = `asha-${newId().slice(-12)}`;
    const first = await createBuyer(shop.container, { email: `${name}@example.com` });
    const others = [
      { email: `${name}+two@example.com` },
      { email: `${name}+three@EXAMPLE.com`, anonymous: true },
      { email: `${name.toUpperCase()}+four@example.com`, anonymous: true },
    ];
    expect((await place(await cartWith([id], first), PRICE * 0.9)).status).toBe(201);
    for (const options of others) {
      const buyer = await createBuyer(shop.container, options);
      expect((await place(await cartWith([id], buyer), PRICE * 0.9, 'sandbox')).status).toBe(409);
    }
    expect(await usesOf(shop.container, id)).toEqual({ total: null, customers: 1, held: 1, orders: 1 });
  });

  it('two first orders at once with different coupons for the first order: one', async () => {
    const buyer = await createBuyer(shop.container);
    const ids = [
      (await tenth({ purchaseHistoryMode: 'FIRST_ORDER' })).id,
      (await tenth({ purchaseHistoryMode: 'FIRST_ORDER' })).id,
    ];
    const carts = await Promise.all(ids.map((id) => cartWith([id], buyer)));
    const responses = await Promise.all(carts.map((cart) => place(cart, PRICE * 0.9)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
  });

  it('a first order is the first of an address in all its forms, of guests and accounts; a number of orders is that of the account', async () => {
    const { id } = await tenth({ purchaseHistoryMode: 'FIRST_ORDER' });
    const name = `first-${newId().slice(-12)}`;
    const guest = await createBuyer(shop.container, { email: `${name}+one@example.com`, anonymous: true });
    expect((await place(await cartWith([], guest), PRICE, 'sandbox')).status).toBe(201);
    for (const options of [
      { email: `${name}@example.com` },
      { email: `${name}+two@EXAMPLE.com`, anonymous: true },
      { email: `${name.toUpperCase()}+three@example.com`, anonymous: true },
    ]) {
      const buyer = await createBuyer(shop.container, options);
      expect((await place(await cartWith([id], buyer), PRICE * 0.9, 'sandbox')).status).toBe(409);
    }
    const second = await tenth({ purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 1 });
    const account = await createBuyer(shop.container, { email: `${name}+four@example.com` });
    expect((await place(await cartWith([second.id], account), PRICE * 0.9)).status).toBe(409);
    // A part before the `+` that differs is another address.
    const other = await createBuyer(shop.container, { email: `x${name}+one@example.com` });
    expect((await place(await cartWith([id], other), PRICE * 0.9)).status).toBe(201);
  });

  it('set on a coupon that is in use count what is held already', async () => {
    const { container } = shop;
    const { id } = await tenth();
    expect(await race(id, 2)).toEqual([2, 0]);
    const admin = shop.http.as((await createSession(container, { roles: ['admin'] })).token);
    data(await admin.patch(`/admin/discounts/${id}`, { totalUsageLimit: 3 }));
    expect(await race(id, 3)).toEqual([1, 2]);
    data(await admin.patch(`/admin/discounts/${id}`, { totalUsageLimit: null }));
    expect(await race(id, 2)).toEqual([2, 0]);
    expect(await usesOf(container, id)).toEqual({ total: null, customers: 5, held: 5, orders: 5 });
  });
});

interface Overdue {
  orderId: string;
  paymentId: string;
  token: string;
  total: number;
}

/** Unpaid orders with a coupon whose time to pay is over, of which nobody has taken notice yet. */
async function overdueOrders(discountId: string, count: number): Promise<Overdue[]> {
  clock.shift(-WINDOW_MS - 1_000);
  const placed = await Promise.all(
    Array.from({ length: count }, async () => {
      const cart = await cartWith([discountId]);
      const { order, payment } = data(await place(cart, PRICE * 0.9, 'sandbox'));
      return { orderId: order.id, paymentId: payment.id, token: cart.token, total: order.grandTotal };
    }),
  );
  clock.shift(0);
  return placed;
}

function capture({ paymentId, total }: Overdue) {
  const { unitOfWork, operations } = shop.container;
  const ctx = systemContext({ actor: { type: 'webhook', id: 'sandbox' } }, new Date());
  const money = { providerPaymentId: `pay_${paymentId}`, amount: total, currency: 'INR', at: ctx.now };
  return unitOfWork.run(ctx, (tx) => operations.paymentSettlement.captured(tx, ctx, paymentId, money));
}

describe('coupon-release-race: uses of a coupon', () => {
  it('agree with the orders when expiry, cancellation and a late payment meet', async () => {
    const { id } = await tenth({ totalUsageLimit: 1_000 });
    const orders = await overdueOrders(id, 16);
    await Promise.all(
      orders.flatMap((item) => [
        capture(item),
        activities.expireOrder({ orderId: item.orderId, origin }),
        shop.http.as(item.token).post(`/store/orders/${item.orderId}/cancel`),
      ]),
    );
    const uses = await usesOf(shop.container, id);
    expect(uses).toEqual({
      total: uses.orders,
      customers: uses.orders,
      held: uses.orders,
      orders: uses.orders,
    });
  });

  it('are taken again by an order that is reinstated, and refunded when one is gone', async () => {
    const { id } = await tenth({ totalUsageLimit: 2 });
    const [first, second] = await overdueOrders(id, 2);
    if (!first || !second) throw new Error('two orders were placed');
    for (const { orderId } of [first, second]) await activities.expireOrder({ orderId, origin });
    expect(await usesOf(shop.container, id)).toMatchObject({ total: 0, held: 0 });
    expect(await race(id, 1)).toEqual([1, 0]);
    expect(await capture(first)).toBe('reinstated');
    expect(await capture(second)).toBe('refund_due');
    expect(await usesOf(shop.container, id)).toEqual({ total: 2, customers: 2, held: 2, orders: 2 });
    const { rows } = await shop.container.knex.raw<{ rows: unknown[] }>(
      `select variant_id from inventory_levels l where reserved <>
         (select coalesce(sum(reserved_delta), 0) from inventory_movements m where m.variant_id = l.variant_id)`,
    );
    expect(rows).toEqual([]);
  });
});
