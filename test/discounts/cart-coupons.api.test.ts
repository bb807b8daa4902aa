import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDiscount, usesOf } from '../_support/discounts.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, placeOrder, type ReadyCart, readyCart } from '../_support/shop.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';

interface Suggestion {
  code: string;
  amount: number;
}

let platform: TestPlatform;
let vendorId: string;
let variantId: string;
const PRICE = 10_000;

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
  ({ variantId } = await createSellableVariant(platform.container, vendorId, {
    price: PRICE,
    onHand: 1_000,
  }));
});
afterAll(() => platform.stop());

const cartOf = (options: Parameters<typeof readyCart>[2] = {}) =>
  readyCart(platform, [{ variantId }], options);
const path = ({ cart }: ReadyCart) => `/store/carts/${cart.id}/coupons`;
const add = (ready: ReadyCart, code: string, headers: Record<string, string> = {}) =>
  ready.http.post<CartResponse>(path(ready), { code }, headers);

/** The cart with the totals that its coupons make, to be ordered. */
async function withCoupons(ready: ReadyCart, ...codes: string[]): Promise<ReadyCart> {
  for (const code of codes) data(await add(ready, code));
  return { ...ready, cart: data(await ready.http.get<CartResponse>(`/store/carts/${ready.cart.id}`)) };
}

describe('a coupon', () => {
  it('is added in any case, once, and shown with what it takes off', async () => {
    const { code } = await createDiscount(platform.container, { name: 'Tenth' });
    const ready = await cartOf();
    const added = await add(ready, ` ${code.toLowerCase()} `);
    expect(added.status).toBe(201);
    expect(added.body.data.coupons).toEqual([
      { code, name: 'Tenth', amount: 1_000, waivedShipping: 0, applied: true, reason: null },
    ]);
    expect(added.body.data.totals).toMatchObject({ subtotal: PRICE, discountTotal: 1_000 });
    const again = await add(ready, code);
    expect(again.status).toBe(200);
    expect(again.body.data.coupons).toEqual(added.body.data.coupons);
  });

  it.each([
    ['unknown', {}, 'NO-SUCH-CODE'],
    ['inactive', { isActive: false }, null],
    ['archived', { archivedAt: new Date() }, null],
    ['deleted', { deletedAt: new Date() }, null],
  ])('that is %s is not found', async (_what, fields, other) => {
    const { code } = await createDiscount(platform.container, fields);
    const response = await add(await cartOf(), other ?? code);
    expect([response.status, response.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  it('that does not apply is refused with the reason', async () => {
    const refusal = async (fields: Parameters<typeof createDiscount>[1], ready?: ReadyCart) => {
      const { code } = await createDiscount(platform.container, fields);
      const response = await add(ready ?? (await cartOf()), code);
      return [response.status, response.body.errorCode, response.body.message];
    };
    const conflict = (message: string) => [409, 'CONFLICT', message];
    expect(await refusal({ endsAt: new Date(0), startsAt: new Date(-1) })).toEqual(
      conflict('This coupon has expired'),
    );
    expect(await refusal({ platform: 'APP' })).toEqual(conflict('This coupon is valid in the app only'));
    expect(await refusal({ minOrderAmount: PRICE + 1 })).toEqual(
      conflict('This coupon needs items worth at least ₹100.01'),
    );
    expect(await refusal({ requireCustomerLogin: true }, await cartOf({ anonymous: true }))).toEqual(
      conflict('Sign in to use this coupon'),
    );
    expect(await refusal({ purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 2 })).toEqual(
      conflict('This coupon needs 2 earlier orders'),
    );
  });

  it('for the app is valid there', async () => {
    const { code } = await createDiscount(platform.container, { platform: 'APP' });
    const ready = await cartOf();
    expect((await add(ready, code, { 'x-platform': 'app' })).status).toBe(201);
    const web = data(await ready.http.get<CartResponse>(`/store/carts/${ready.cart.id}`));
    expect(web.coupons[0]).toMatchObject({ applied: false, amount: 0 });
    expect(web.warnings).toEqual([
      expect.objectContaining({ code: 'coupon_not_applicable', couponCode: code, blocking: false }),
    ]);
    expect(web.canPlaceOrder).toBe(true);
  });

  it('for single use does not stand beside another, on either side', async () => {
    const single = await createDiscount(platform.container, { individualUsageOnly: true });
    const other = await createDiscount(platform.container);
    const first = await cartOf();
    await add(first, single.code);
    expect((await add(first, other.code)).status).toBe(409);
    const second = await cartOf();
    await add(second, other.code);
    expect((await add(second, single.code)).status).toBe(409);
  });

  it('is the tenth at most', async () => {
    const ready = await cartOf();
    for (let index = 0; index < 10; index += 1) {
      const { code } = await createDiscount(platform.container, { discountType: 'FIXED', value: 1 });
      expect((await add(ready, code)).status).toBe(201);
    }
    const { code } = await createDiscount(platform.container);
    expect((await add(ready, code)).status).toBe(409);
  });

  it('covers products of categories under the one that it names', async () => {
    const { container } = platform;
    const root = await createCategory(container);
    const leaf = await createCategory(container, { parentId: root.id });
    const product = { primaryCategoryId: leaf.id };
    const filed = await createSellableVariant(container, vendorId, { price: 5_000, product });
    const { code } = await createDiscount(container, { categories: [{ id: root.id, mode: 'INCLUDE' }] });
    const ready = await readyCart(platform, [{ variantId }, { variantId: filed.variantId }]);
    const cart = data(await add(ready, code));
    expect(cart.coupons[0]).toMatchObject({ amount: 500 });
  });

  it('is removed by its code, in any case', async () => {
    const { code } = await createDiscount(platform.container);
    const ready = await withCoupons(await cartOf(), code);
    const removed = await ready.http.delete<CartResponse>(`${path(ready)}/${code.toLowerCase()}`);
    expect(removed.status).toBe(200);
    expect(removed.body.data).toMatchObject({ coupons: [], totals: { grandTotal: PRICE } });
    expect((await ready.http.delete(`${path(ready)}/${code}`)).status).toBe(404);
  });

  it('that stops applying protects the buyer by the expected total', async () => {
    const { id, code } = await createDiscount(platform.container);
    const ready = await withCoupons(await cartOf(), code);
    await platform.container.knex('discounts').where({ id }).update({ archivedAt: new Date() });
    const response = await placeOrder(ready, { paymentOption: 'cod' });
    expect([response.status, response.body.errorCode]).toEqual([409, 'CONFLICT']);
  });
});

describe('suggestions', () => {
  it('are shown discounts that apply now, the best saving first', async () => {
    const vendor = await createVendor(platform.container);
    const product = await createSellableVariant(platform.container, vendor.vendorId, { price: 20_000 });
    const vendors = [{ id: vendor.vendorId, mode: 'INCLUDE' as const }];
    const shown = { showOnCart: true, vendors };
    const small = await createDiscount(platform.container, { ...shown, value: 5 });
    const big = await createDiscount(platform.container, { ...shown, discountType: 'FIXED', value: 5_000 });
    await createDiscount(platform.container, { ...shown, minOrderAmount: 20_001 });
    await createDiscount(platform.container, { ...shown, platform: 'APP' });
    await createDiscount(platform.container, { vendors });
    const ready = await readyCart(platform, [{ variantId: product.variantId }]);
    const suggested = async () => data(await ready.http.get<Suggestion[]>(`${path(ready)}/suggested`));
    expect(await suggested()).toEqual([
      { code: big.code, name: 'Test', amount: 5_000, waivedShipping: 0 },
      { code: small.code, name: 'Test', amount: 1_000, waivedShipping: 0 },
    ]);
    await add(ready, big.code);
    expect(await suggested()).toEqual([{ code: small.code, name: 'Test', amount: 750, waivedShipping: 0 }]);
  });
});

describe('suggestions among many', () => {
  it('are the best that apply, also behind more that do not', async () => {
    const vendor = await createVendor(platform.container);
    const { vendorId: stranger } = await createVendor(platform.container);
    const product = await createSellableVariant(platform.container, vendor.vendorId, { price: 20_000 });
    const shown = { showOnCart: true, vendors: [{ id: vendor.vendorId, mode: 'INCLUDE' as const }] };
    const others = { showOnCart: true, vendors: [{ id: stranger, mode: 'INCLUDE' as const }] };
    for (let index = 0; index < 60; index += 1)
      await createDiscount(platform.container, { ...others, discountType: 'FIXED', value: 20_000 });
    const own = [];
    for (let index = 1; index <= 12; index += 1)
      own.push(await createDiscount(platform.container, { ...shown, value: index }));
    const ready = await readyCart(platform, [{ variantId: product.variantId }]);
    const suggested = data(await ready.http.get<Suggestion[]>(`${path(ready)}/suggested`));
    expect(suggested.map(({ code }) => code)).toEqual(
      own
        .reverse()
        .slice(0, 10)
        .map(({ code }) => code),
    );
  });
});

describe('an order', () => {
  it('coupon-snapshot: keeps its coupons as they were applied, whatever becomes of the discounts', async () => {
    const { container } = platform;
    const percent = await createDiscount(container, { name: 'Tenth' });
    const fixed = await createDiscount(container, { name: 'Five', discountType: 'FIXED', value: 500 });
    const ready = await withCoupons(await cartOf(), percent.code, fixed.code);
    const { order } = data(await placeOrder(ready, { paymentOption: 'cod' }));
    const coupons = [
      expect.objectContaining({ code: percent.code, name: 'Tenth', value: 10, amount: 1_000 }),
      expect.objectContaining({ code: fixed.code, name: 'Five', value: 500, amount: 500 }),
    ];
    expect(order).toMatchObject({ discountTotal: 1_500, grandTotal: PRICE - 1_500, coupons });
    await container.knex('discounts').where({ id: percent.id }).update({ name: 'Other', value: 50 });
    await container.knex('discounts').where({ id: fixed.id }).update({ deletedAt: new Date() });
    await container.knex('discounts').where({ id: percent.id }).update({ archivedAt: new Date() });
    const read = data(await ready.http.get<typeof order>(`/store/orders/${order.id}`));
    expect(read).toMatchObject({ discountTotal: 1_500, coupons });
    expect(read.vendors[0]?.lines[0]).toMatchObject({
      discountTotal: 1_500,
      discounts: [
        { code: percent.code, amount: 1_000 },
        { code: fixed.code, amount: 500 },
      ],
    });
    expect(await usesOf(container, percent.id)).toMatchObject({ held: 1, customers: 1, orders: 1 });
  });

  it('coupon-zero-total: of nothing to pay is confirmed without a provider', async () => {
    const { code } = await createDiscount(platform.container, { value: 100 });
    const ready = await withCoupons(await cartOf(), code);
    const { order, payment } = data(await placeOrder(ready));
    expect(order).toMatchObject({ status: 'confirmed', grandTotal: 0 });
    expect(payment.action).toEqual({ type: 'none' });
  });

  it('gives its uses back when it is cancelled', async () => {
    const limits = { totalUsageLimit: 1, usageLimitPerCustomer: 1 };
    const { id, code } = await createDiscount(platform.container, limits);
    const buyer = await createBuyer(platform.container);
    const ready = await withCoupons(await cartOf({ buyer }), code);
    const { order } = data(await placeOrder(ready, { paymentOption: 'cod' }));
    expect((await add(await cartOf(), code)).body.message).toBe('This coupon has been used up');
    data(await ready.http.post(`/store/orders/${order.id}/cancel`));
    expect(await usesOf(platform.container, id)).toEqual({ total: 0, customers: 0, held: 0, orders: 0 });
    expect((await add(await cartOf({ buyer }), code)).status).toBe(201);
  });

  it('of a guest counts by the e-mail address', async () => {
    const { code } = await createDiscount(platform.container, { usageLimitPerCustomer: 1 });
    const first = await cartOf({ anonymous: true });
    data(
      await placeOrder(await withCoupons(first, code), { paymentOption: 'cod', email: 'Ravi@Example.com' }),
    );
    const second = await withCoupons(await cartOf({ anonymous: true }), code);
    const response = await placeOrder(second, { paymentOption: 'cod', email: 'ravi@example.com' });
    expect(response.status).toBe(409);
  });
});
