import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDiscount } from '../_support/discounts.js';
import {
  type CartResponse,
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop();
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100, price: 10_000 }));
});
afterAll(() => shop.stop());

/** A cart of which a coupon leaves so much to pay. */
async function cartLeaving(left: number) {
  const { code } = await createDiscount(shop.container, { discountType: 'FIXED', value: 10_000 - left });
  const ready = await readyCart(shop, [{ variantId }]);
  const cart = data(await ready.http.post<CartResponse>(`/store/carts/${ready.cart.id}/coupons`, { code }));
  expect(cart.totals.grandTotal).toBe(left);
  return { ...ready, cart };
}

const offered = async (amount?: number) => {
  const query = amount === undefined ? '' : `?amount=${amount}`;
  const rows = data(await shop.http.get<{ providerId: string }[]>(`/store/checkout/options${query}`));
  return rows.map(({ providerId }) => providerId);
};

it.each([1, 99])('%i paise left: the provider is neither offered nor accepted, cash is', async (left) => {
  expect(await offered(left)).toEqual(['cod']);
  const ready = await cartLeaving(left);
  const { status, body } = await placeOrder(ready);
  expect([status, body.reason]).toEqual([409, 'checkout.amount_too_small']);
  expect((await placeOrder(ready, { paymentOption: 'cod' })).status).toBe(201);
});

it('from the minimum amount on every provider is offered and accepted', async () => {
  expect(await offered()).toContain('sandbox');
  expect(await offered(100)).toContain('sandbox');
  expect((await placeOrder(await cartLeaving(100))).status).toBe(201);
});

it('an amount that is not a whole number of subunits is refused', async () => {
  for (const amount of ['-1', '1.5', 'x'])
    expect((await shop.http.get(`/store/checkout/options?amount=${amount}`)).status).toBe(400);
});
