import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDiscount } from '../_support/discounts.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, placeOrder, type ReadyCart, readyCart } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let variantId: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { vendorId } = await createVendor(platform.container);
  ({ variantId } = await createSellableVariant(platform.container, vendorId, { price: 10_000 }));
});
afterAll(() => platform.stop());

/** The statements that a request sends: the fewest of three, because caches of the platform read for themselves. */
async function statements(request: () => Promise<{ status: number }>): Promise<number> {
  const counts: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    let count = 0;
    const counter = () => (count += 1);
    platform.container.knex.on('query', counter);
    const { status } = await request();
    platform.container.knex.off('query', counter);
    expect(status).toBeLessThan(300);
    counts.push(count);
  }
  return Math.min(...counts);
}

async function cartWith(coupons: number): Promise<ReadyCart> {
  const ready = await readyCart(platform, [{ variantId }]);
  const path = `/store/carts/${ready.cart.id}`;
  for (let index = 0; index < coupons; index += 1) {
    const { code } = await createDiscount(platform.container, { totalUsageLimit: 10 });
    data(await ready.http.post<CartResponse>(`${path}/coupons`, { code }));
  }
  return { ...ready, cart: data(await ready.http.get<CartResponse>(path)) };
}

const read = ({ http, cart }: ReadyCart) => statements(() => http.get(`/store/carts/${cart.id}`));

it('a cart without coupons costs no statement for them, one with coupons one more', async () => {
  const [plain, couponed] = [await cartWith(0), await cartWith(3)];
  expect(await read(couponed)).toBe((await read(plain)) + 1);
});

it('place-order with three coupons sends at most four statements more', async () => {
  const place = async (coupons: number) => {
    const carts = await Promise.all(Array.from({ length: 3 }, () => cartWith(coupons)));
    return statements(() => placeOrder(carts.pop() as ReadyCart, { paymentOption: 'cod' }));
  };
  expect((await place(3)) - (await place(0))).toBeLessThanOrEqual(4);
});

it('suggestions send at most two statements more than reading the cart', async () => {
  const ready = await cartWith(1);
  await createDiscount(platform.container, { showOnCart: true });
  const path = `/store/carts/${ready.cart.id}/coupons/suggested`;
  const suggested = () => statements(() => ready.http.get(path));
  expect((await suggested()) - (await read(ready))).toBeLessThanOrEqual(2);
});
