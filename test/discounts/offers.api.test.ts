import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createDiscount, usesOf } from '../_support/discounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, placeOrder, type ReadyCart, readyCart } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

type Cart = CartResponse & {
  offers?: {
    offerId: string;
    kind: string;
    applied: boolean;
    missingAmount: number | null;
    message: string;
  }[];
};

let platform: TestPlatform;
let admin: HttpClient;
let vendorId: string;
let variantId: string;
let giftVariantId: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  ({ vendorId } = await createVendor(container));
  ({ variantId } = await createSellableVariant(container, vendorId, { price: 10_000, onHand: 100 }));
  ({ variantId: giftVariantId } = await createSellableVariant(container, vendorId, {
    price: 5_000,
    onHand: 1,
  }));
});
afterAll(() => platform.stop());

const terms = { name: 'Offer', discountType: 'PERCENTAGE', value: 100 };
const bodyOf = (body: Record<string, unknown>) => ({
  ...terms,
  code: `O-${newId().slice(-8)}`.toUpperCase(),
  ...body,
});
async function offer(body: Record<string, unknown>): Promise<string> {
  return data(await admin.post<{ id: string }>('/admin/discounts', bodyOf(body))).id;
}
const end = async (id: string) => data(await admin.patch(`/admin/discounts/${id}`, { isActive: false }));
const read = async ({ http, cart }: ReadyCart) => data(await http.get<Cart>(`/store/carts/${cart.id}`));
const statuses = async (orders: Promise<{ status: number }>[]) =>
  (await Promise.all(orders)).map(({ status }) => status).sort();

/** The statements that reading a cart sends: the fewest of three. */
async function statements(ready: ReadyCart): Promise<number> {
  const counts: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    let count = 0;
    const counter = () => (count += 1);
    platform.container.knex.on('query', counter);
    await read(ready);
    platform.container.knex.off('query', counter);
    counts.push(count);
  }
  return Math.min(...counts);
}

it('carts cost one statement more with an offer, none without; a cart says what is missing, in the language of the buyer', async () => {
  const ready = await readyCart(platform, [{ variantId }]);
  const before = await statements(ready);
  expect((await read(ready)).offers).toBeUndefined();
  const value = { value: 10, minOrderAmount: 22_000, offer: { kind: 'PERCENTAGE' } };
  const id = await offer(value);
  expect(await statements(ready)).toBe(before + 1);
  expect((await read(ready)).offers).toMatchObject([
    { offerId: id, applied: false, missingAmount: 12_000, message: 'Add ₹120.00 more to get Offer' },
  ]);
  const { code } = data(await admin.get<{ code: string }>(`/admin/discounts/${id}`));
  expect((await ready.http.post(`/store/carts/${ready.cart.id}/coupons`, { code })).status).toBe(404);
  const explained = data(
    await admin.post<{ applies: boolean; rules: { rule: string; holds: boolean }[] }>(
      `/admin/discounts/${id}/explain`,
      { cartId: ready.cart.id },
    ),
  );
  expect(explained.rules.filter(({ holds }) => !holds).map(({ rule }) => rule)).toEqual([
    'minimum_order_amount',
  ]);
  await end(id);
  expect(await statements(ready)).toBe(before);
  expect((await read(ready)).offers).toBeUndefined();
});

it('a limited offer goes to one of two orders; one that has ended is refused at the total that was shown', async () => {
  const id = await offer({ value: 2_000, totalUsageLimit: 1, offer: { kind: 'FIXED' } });
  const carts = await Promise.all([0, 1].map(() => readyCart(platform, [{ variantId }])));
  expect(carts.map(({ cart }) => cart.totals.discountTotal)).toEqual([2_000, 2_000]);
  expect(await statuses(carts.map((cart) => placeOrder(cart, { paymentOption: 'cod' })))).toEqual([201, 409]);
  expect(await usesOf(platform.container, id)).toMatchObject({ total: 1, held: 1, orders: 1 });
  await end(id);
  const ended = await offer({ value: 20, offer: { kind: 'PERCENTAGE' } });
  const ready = await readyCart(platform, [{ variantId }]);
  await end(ended);
  expect((await placeOrder(ready, { paymentOption: 'cod' })).status).toBe(409);
});

it('a gift is ordered as a line at zero with its stock; of two orders at once one has the last', async () => {
  const id = await offer({ offer: { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId } });
  const carts = await Promise.all([0, 1].map(() => readyCart(platform, [{ variantId }])));
  for (const { cart } of carts)
    expect(cart.lines.map(({ total }) => total).sort()).toEqual([0, cart.totals.grandTotal]);
  expect(await statuses(carts.map((cart) => placeOrder(cart, { paymentOption: 'cod' })))).toEqual([201, 409]);
  const { rows } = await platform.container.knex.raw<{ rows: { reserved: number; lines: number }[] }>(
    `select l.reserved, (select count(*)::int from orders_lines o where o.variant_id = l.variant_id and o.total = 0
       and o.discount_total = 5000) as lines from inventory_levels l where l.variant_id = ?`,
    [giftVariantId],
  );
  expect(rows).toEqual([{ reserved: 1, lines: 1 }]);
  const after = await read(await readyCart(platform, [{ variantId }]));
  expect([after.lines.length, after.canPlaceOrder]).toEqual([1, true]);
  await end(id);
});

it('an order is refused without the gift that its cart has shown, until the cart is read again', async () => {
  const { knex } = platform.container;
  const stock = (onHand: number) =>
    knex('inventory_levels').where({ variantId: giftVariantId }).update({ onHand, reserved: 0 });
  await stock(1);
  const gift = { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId };
  const id = await offer({ name: 'Free lamp', offer: gift });
  const ready = await readyCart(platform, [{ variantId }]);
  expect(ready.cart.lines).toHaveLength(2);
  await stock(0);
  const refused = await placeOrder(ready, { paymentOption: 'cod' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The gift of Free lamp is no longer available: reload the cart',
  ]);
  const reread = await read(ready);
  expect([reread.lines.length, reread.offers]).toEqual([1, []]);
  // What is gone is said once, also where its offer is not there any more.
  expect(reread.warnings).toMatchObject([
    { code: 'gift_gone', blocking: false, message: 'The gift of Free lamp is no longer available' },
  ]);
  expect((await read(ready)).warnings).toEqual([]);
  expect((await placeOrder(ready, { paymentOption: 'cod' })).status).toBe(201);
  // An offer that has ended takes its gift with it, and a coupon that excludes the offer says so in its own response.
  await stock(1);
  const late = await readyCart(platform, [{ variantId }]);
  await end(id);
  expect((await placeOrder(late, { paymentOption: 'cod' })).status).toBe(409);
  const alone = await offer({ offer: { ...gift, combinesWith: 'OFFERS' } });
  const couponed = await readyCart(platform, [{ variantId }]);
  const { code } = await createDiscount(platform.container);
  const cart = data(
    await couponed.http.post<CartResponse>(`/store/carts/${couponed.cart.id}/coupons`, { code }),
  );
  expect(cart.lines).toHaveLength(1);
  expect((await placeOrder({ ...couponed, cart }, { paymentOption: 'cod' })).status).toBe(201);
  await end(alone);
});

it('rules of kinds are refused with the path; a coupon stays a coupon, and an offer an offer', async () => {
  const refused = async (body: Record<string, unknown>) => {
    const { status, body: response } = await admin.post('/admin/discounts', bodyOf(body));
    return [status, response.errors?.map(({ path }) => path)];
  };
  expect(
    await refused({ offer: { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId: newId() } }),
  ).toEqual([400, ['body.offer.giftVariantId']]);
  expect(await refused({ offer: { kind: 'TIERS', tierBasis: 'AMOUNT' } })).toEqual([
    400,
    ['body.offer.tiers'],
  ]);
  const incomplete = await admin.post('/admin/discounts', {
    name: 'Offer',
    offer: { kind: 'FREE_SHIPPING' },
  });
  expect(incomplete.body.errors?.map(({ path }) => path).sort()).toEqual([
    'body.code',
    'body.discountType',
    'body.value',
  ]);
  const id = await offer({ isActive: false, offer: { kind: 'FREE_SHIPPING' } });
  expect((await admin.patch(`/admin/discounts/${id}`, { offer: null })).status).toBe(400);
  expect((await admin.post(`/admin/discounts/${id}/codes`, { prefix: 'A', count: 1 })).status).toBe(409);
  const listed = data(await admin.get<{ id: string }[]>('/admin/discounts?automatic=true'));
  expect(listed.map((row) => row.id)).toContain(id);
});

it('an order sends the statements that the documentation says, with and without offers', async () => {
  const { knex } = platform.container;
  const order = async () => {
    const counts: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const ready = await readyCart(platform, [{ variantId }]);
      let count = 0;
      const counter = () => (count += 1);
      knex.on('query', counter);
      const { status } = await placeOrder(ready, { paymentOption: 'cod' });
      knex.off('query', counter);
      expect(status).toBe(201);
      counts.push(count);
    }
    return Math.min(...counts);
  };
  const without = await order();
  const more = async (body: Record<string, unknown>) => {
    const id = await offer(body);
    const count = await order();
    await end(id);
    return count - without;
  };
  const { variantId: given } = await createSellableVariant(platform.container, vendorId);
  const gift = { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId: given };
  expect({
    outOfReach: await more({ value: 10, minOrderAmount: 90_000, offer: { kind: 'PERCENTAGE' } }),
    percent: await more({ value: 10, offer: { kind: 'PERCENTAGE' } }),
    limited: await more({ value: 10, totalUsageLimit: 100, offer: { kind: 'PERCENTAGE' } }),
    gift: await more({ offer: gift }),
  }).toEqual({ outOfReach: 1, percent: 3, limited: 3, gift: 4 });
});
