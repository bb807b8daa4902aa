import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createDiscount } from '../_support/discounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, type ReadyCart, readyCart } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

interface Explanation {
  applies: boolean;
  amount: number;
  rules: { rule: string; holds: boolean; message: string }[];
  lines: { variantId: string; qualifies: boolean; message: string; amount: number }[];
}

let platform: TestPlatform;
let admin: HttpClient;
let ready: ReadyCart;
let mine: string;
let other: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  const price = { price: 10_000 };
  const variants = await Promise.all(
    [0, 1].map(async () => createSellableVariant(container, (await createVendor(container)).vendorId, price)),
  );
  [mine, other] = variants.map(({ variantId }) => variantId) as [string, string];
  ready = await readyCart(platform, [{ variantId: mine }, { variantId: other }]);
});
afterAll(() => platform.stop());

const explain = (id: string, cartId = ready.cart.id) =>
  admin.post<Explanation>(`/admin/discounts/${id}/explain`, { cartId });
const broken = ({ rules }: Explanation) => rules.filter(({ holds }) => !holds).map(({ rule }) => rule);

it('a discount that applies is explained with what it takes off each line', async () => {
  const variants = [{ id: mine, mode: 'INCLUDE' as const }];
  const { id } = await createDiscount(platform.container, { variants });
  const explained = data(await explain(id));
  expect(explained).toMatchObject({ applies: true, amount: 1_000 });
  expect(broken(explained)).toEqual([]);
  expect(explained.lines).toMatchObject([
    { variantId: mine, qualifies: true, amount: 1_000 },
    { variantId: other, qualifies: false, amount: 0 },
  ]);
  expect(explained.lines[1]?.message).toContain('variant');
});

it('every rule that is broken is named, not only the first', async () => {
  const { id } = await createDiscount(platform.container, {
    platform: 'APP',
    minOrderAmount: 50_000,
    requireCustomerLogin: true,
    archivedAt: new Date(),
    purchaseHistoryMode: 'MIN_ORDERS',
    minOrderCount: 1,
  });
  const explained = data(await explain(id));
  expect(explained.applies).toBe(false);
  expect(broken(explained)).toEqual(['availability', 'platform', 'purchase_history', 'minimum_order_amount']);
});

it('agrees with the cart where the cart holds the coupon, at its place', async () => {
  const first = await createDiscount(platform.container, { discountType: 'FIXED', value: 20_000 });
  const second = await createDiscount(platform.container);
  const held = await readyCart(platform, [{ variantId: mine }, { variantId: other }]);
  const add = (code: string) =>
    held.http.post<CartResponse>(`/store/carts/${held.cart.id}/coupons`, { code });
  data(await add(second.code));
  const { coupons } = data(await add(first.code));
  for (const [index, { id }] of [second, first].entries()) {
    const { applies, amount } = data(await explain(id, held.cart.id));
    expect({ applied: applies, amount }).toMatchObject({
      applied: coupons[index]?.applied,
      amount: coupons[index]?.amount,
    });
  }
});

it('unknown carts are refused with their path, unknown discounts are not found', async () => {
  const { id } = await createDiscount(platform.container);
  const { status, body } = await explain(id, newId());
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'body.cartId']);
  expect((await explain(newId())).status).toBe(404);
});
