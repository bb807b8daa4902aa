import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createDiscount } from '../_support/discounts.js';
import { setSettings } from '../_support/settings.js';
import {
  type CartResponse,
  data,
  placeOrder,
  type PlacedResponse,
  type ReadyCart,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

interface Code {
  code: string;
  orderNumber: string | null;
}

let shop: TestShop;
let admin: TestShop['http'];
let variantId: string;
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100, price: 10_000 }));
});
afterAll(() => shop.stop());

it('each bulk code is for one order, which gives it back when it is cancelled', async () => {
  const { id } = await createDiscount(shop.container);
  const path = `/admin/discounts/${id}/codes`;
  expect(data(await admin.post<object>(path, { prefix: 'GIFT-', count: 3 }))).toEqual({
    created: 3,
    total: 3,
  });
  const codes = data(await admin.get<Code[]>(path));
  expect(codes.every(({ code }) => /^GIFT-[A-Z2-9]{10}$/.test(code))).toBe(true);
  const code = codes[0]?.code ?? '';

  const first = await readyCart(shop, [{ variantId }]);
  const second = await readyCart(shop, [{ variantId }]);
  for (const { http, cart } of [first, second]) {
    const added = data(
      await http.post<CartResponse>(`/store/carts/${cart.id}/coupons`, { code: code.toLowerCase() }),
    );
    expect(added.coupons).toMatchObject([{ code, amount: 1_000, applied: true }]);
  }
  // Both at once: one gets it.
  const placed = await Promise.all([first, second].map((cart) => order(cart, 9_000)));
  expect(placed.map(({ status }) => status).sort()).toEqual([201, 409]);
  const winner = placed.find(({ status }) => status === 201)?.body as { data: PlacedResponse };
  const { id: orderId, orderNumber } = winner.data.order;
  expect(data(await admin.get<Code[]>(`${path}?filters[]=used:eq:true`))).toMatchObject([
    { code, orderNumber },
  ]);
  const file = await (await admin.raw('GET', `${path}/export`)).text();
  expect(file.split('\r\n').filter((line) => line.startsWith('GIFT-'))).toHaveLength(3);
  expect(file).toContain(`${code},${orderNumber}`);

  const loser = placed[0]?.status === 201 ? second : first;
  const seen = data(await loser.http.get<CartResponse>(`/store/carts/${loser.cart.id}`));
  expect(seen.coupons).toMatchObject([{ code, applied: false, reason: 'This coupon has been used up' }]);
  const owner = placed[0]?.status === 201 ? first : second;
  data(await owner.http.post(`/store/orders/${orderId}/cancel`));
  expect((await order(loser, 9_000)).status).toBe(201);
  const gone = data(await loser.http.get<PlacedResponse['order'][]>('/store/orders'));
  expect(gone).toHaveLength(1);
});

it('a code leaves a cart by its own name, and a discount has at most 10,000 of them', async () => {
  const { id, code: own } = await createDiscount(shop.container);
  const path = `/admin/discounts/${id}/codes`;
  data(await admin.post(path, { prefix: '', count: 10_000 }));
  expect((await admin.post(path, { prefix: '', count: 1 })).body).toMatchObject({
    reason: 'discounts.too_many_codes',
  });
  const [first] = data(await admin.get<Code[]>(path));
  const { http, cart } = await readyCart(shop, [{ variantId }]);
  const coupons = `/store/carts/${cart.id}/coupons`;
  data(await http.post(coupons, { code: first?.code }));
  // A repeat by the code of the discount itself is the same coupon.
  expect(data(await http.post<CartResponse>(coupons, { code: own })).coupons).toHaveLength(1);
  expect(data(await http.delete<CartResponse>(`${coupons}/${first?.code}`)).coupons).toEqual([]);
});

it('the platform pays its share of a discount to its cap: the buyer saves all of it, and it stays taxed', async () => {
  await setSettings(shop.container, { 'admin.tax.default_lines': [{ type: 'GST', rate: 18 }] });
  const { code } = await createDiscount(shop.container, {
    value: 50,
    maxDiscountAmount: 2_000,
    platformShare: 75,
  });
  const { http, cart } = await readyCart(shop, [{ variantId }]);
  const plain = cart.totals;
  const quoted = data(await http.post<CartResponse>(`/store/carts/${cart.id}/coupons`, { code }));
  expect(quoted.totals.discountTotal).toBe(2_000);
  expect(quoted.lines[0]?.taxTotal).toBe(1_710);
  expect(quoted.totals.grandTotal).toBe(
    plain.subtotal - 2_000 + quoted.totals.taxTotal + plain.shippingTotal,
  );
});

it('terms that contradict each other are refused', async () => {
  const body = { name: 'Half', code: 'HALF', discountType: 'FIXED', value: 500 };
  for (const [field, value] of [
    ['maxDiscountAmount', 100],
    ['excludeSaleItemsOverPercent', 20],
  ] as const)
    expect((await admin.post('/admin/discounts', { ...body, [field]: value })).body).toMatchObject({
      errors: [{ path: `body.${field}` }],
    });
});

function order(cart: ReadyCart, expectedTotal: number) {
  return placeOrder(cart, { expectedTotal, paymentOption: 'cod' });
}
