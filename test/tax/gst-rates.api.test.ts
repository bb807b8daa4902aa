import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createProduct } from '../_support/products.js';
import { setSettings } from '../_support/settings.js';
import {
  type CartResponse,
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
} from '../_support/shop.js';
import { addressOf, createVendor } from '../_support/vendors.js';

let shop: TestShop;
let admin: HttpClient;
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  await setSettings(shop.container, { 'admin.tax.default_lines': [{ type: 'GST', rate: 18 }] });
});
afterAll(() => shop.stop());

type Taxed = CartResponse & { placeOfSupply: string | null };
const rates = [
  { hsnPrefix: '10', gstRate: 12 },
  { hsnPrefix: '1006', gstRate: 5, description: 'Rice' },
  { hsnPrefix: '0713', gstExempt: true },
];
const sell = async (vendorId: string, hsnCode: string | null, fields: object = {}, product: object = {}) => {
  const made = await createProduct(shop.container, vendorId, {
    ...product,
    variants: [{ price: 10_000, hsnCode, ...fields }],
  });
  return made.variants[0]?.id as string;
};

describe('the GST of a line', () => {
  it('is that of the variant, the product, the longest prefix of the HSN code, else the vendor’s list', async () => {
    const written = await admin.put<{ rates: object[] }>('/admin/tax/hsn-rates', { rates });
    expect(written.status).toBe(200);
    expect(data(await admin.get<{ rates: object[] }>('/admin/tax/hsn-rates')).rates).toHaveLength(3);
    const { vendorId } = await createVendor(shop.container);
    const cases: [string, number][] = [
      [await sell(vendorId, '1006.30'), 5],
      [await sell(vendorId, '10063020', { gstRate: 0.25 }), 0.25],
      [await sell(vendorId, '10063020', {}, { gstRate: 3 }), 3],
      [await sell(vendorId, '1001'), 12],
      [await sell(vendorId, '0713'), 0],
      [await sell(vendorId, '3401'), 18],
      [await sell(vendorId, null), 18],
    ];
    const ready = await readyCart(
      shop,
      cases.map(([variantId]) => ({ variantId })),
    );
    for (const [variantId, rate] of cases) {
      const line = ready.cart.lines.find((item) => item.variantId === variantId);
      expect(line?.taxes).toEqual([{ type: 'GST', rate, amount: 2 * Math.round((10_000 * rate) / 200) }]);
    }
    const { order } = data(await placeOrder(ready));
    const lines = order.vendors[0]?.lines ?? [];
    expect(lines.map((line) => [line['gstRate'], line['gstExempt']])).toEqual([
      [5, false],
      [0.25, false],
      [3, false],
      [12, false],
      [null, true],
      [null, false],
      [null, false],
    ]);
    // What operators change later leaves the order alone.
    await admin.put('/admin/tax/hsn-rates', { rates: [] });
    const { rows } = await shop.container.knex.raw<{ rows: { gstRate: number | null }[] }>(
      'select gst_rate from orders_lines where order_id = ? order by position',
      [order.id],
    );
    expect(rows[0]?.gstRate).toBe(5);
  });

  it.each([
    [[{ hsnPrefix: '1', gstRate: 5 }], 'body.rates.0.hsnPrefix'],
    [[{ hsnPrefix: '10', gstRate: 5, gstExempt: true }], 'body.rates.0.gstRate'],
    [[{ hsnPrefix: '10' }], 'body.rates.0.gstRate'],
    [
      [
        { hsnPrefix: '10', gstRate: 5 },
        { hsnPrefix: '10', gstRate: 12 },
      ],
      'body.rates.1.hsnPrefix',
    ],
    [[{ hsnPrefix: '10', gstRate: 100.5 }], 'body.rates.0.gstRate'],
  ])('refuses the table %j', async (wrong, path) => {
    const response = await admin.put('/admin/tax/hsn-rates', { rates: wrong });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(path);
  });
});

it('lists what lacks an HSN code or a rate, to its vendor alone', async () => {
  const vendor = await createVendor(shop.container);
  const { vendorId } = vendor;
  const other = await createVendor(shop.container);
  await sell(other.vendorId, null);
  const bare = await sell(vendorId, null);
  const noRate = await sell(vendorId, '3401');
  await sell(vendorId, '3401', { gstRate: 18 });
  const client = shop.http.as(vendor.token);
  type Gap = { variantId: string; lacksHsnCode: boolean; lacksGstRate: boolean };
  const gaps = data(await client.get<Gap[]>('/vendor/gst-gaps'));
  expect(gaps.map(({ variantId, lacksHsnCode }) => [variantId, lacksHsnCode]).sort()).toEqual(
    [
      [bare, true],
      [noRate, false],
    ].sort(),
  );
  const only = data(await client.get<Gap[]>('/vendor/gst-gaps?filters[]=lacksHsnCode:eq:true'));
  expect(only.map(({ variantId }) => variantId)).toEqual([bare]);
  const all = data(await admin.get<Gap[]>(`/admin/gst-gaps?filters[]=vendorId:eq:${vendorId}`));
  expect(all).toHaveLength(2);
});

describe('the place of supply', () => {
  const bengaluru = addressOf({
    stateCode: '29',
    postalCode: '560001',
    city: 'Bengaluru',
    gstin: '29AAGCB7383J1Z4',
  });

  it('is known at the quote and frozen with the order, that of the GSTIN before that of the delivery', async () => {
    const { vendorId } = await createVendor(shop.container);
    const ready = await readyCart(shop, [{ variantId: await sell(vendorId, '3401') }]);
    const path = `/store/carts/${ready.cart.id}`;
    expect(data(await ready.http.get<Taxed>(path)).placeOfSupply).toBe('27');
    const billed = data(await ready.http.put<Taxed>(`${path}/addresses`, { billingAddress: bengaluru }));
    expect(billed.placeOfSupply).toBe('29');
    expect(billed.totals).toEqual(ready.cart.totals);
    const placed = data(await placeOrder(ready));
    expect(placed.order).toMatchObject({ placeOfSupply: '29' });
  });

  it('needs a GSTIN of the state of the billing address', async () => {
    const { vendorId } = await createVendor(shop.container);
    const ready = await readyCart(shop, [{ variantId: await sell(vendorId, '3401') }]);
    const wrong = addressOf({ gstin: '29AAGCB7383J1Z4' });
    for (const [body, path] of [
      [{ billingAddress: wrong }, 'body.billingAddress.gstin'],
      [{ shippingAddress: wrong }, 'body.shippingAddress.gstin'],
    ] as const) {
      const response = await ready.http.put(`/store/carts/${ready.cart.id}/addresses`, body);
      expect(response.status).toBe(400);
      expect(JSON.stringify(response.body)).toContain(path);
    }
  });
});
