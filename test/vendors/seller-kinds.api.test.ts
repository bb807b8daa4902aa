import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { PLAIN_TEMPLATE } from '#operations/invoices/plain-template.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { data, placeOrder, readyCart, startShop, type TestShop } from '../_support/shop.js';
import { addressOf, createVendor } from '../_support/vendors.js';
import { issueInvoiceOf } from '../invoices/issued-invoice.js';

let shop: TestShop;
let admin: HttpClient;
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  await setSettings(shop.container, { 'admin.tax.default_lines': [{ type: 'GST', rate: 18 }] });
});
afterAll(() => shop.stop());

const bengaluru = addressOf({ stateCode: '29', postalCode: '560001', city: 'Bengaluru' });
type Warned = {
  warnings: { code: string; message: string; blocking: boolean }[];
  totals: { taxTotal: number };
};

/** A cart with a lamp of 1,000 of the vendor; delivered to Mumbai, in the state of the vendor. */
async function cartOf(vendorId: string) {
  const { variantId } = await createSellableVariant(shop.container, vendorId, { price: 100_000 });
  const ready = await readyCart(shop, [{ variantId }]);
  const path = `/store/carts/${ready.cart.id}`;
  return {
    ready,
    read: async () => data(await ready.http.get<Warned>(path)),
    send: async (address: object) => data(await ready.http.put<Warned>(`${path}/addresses`, address)),
  };
}

describe.each([
  ['under the composition scheme', { gstScheme: 'composition' as const }],
  ['with an enrolment number', { gstin: null, enrolmentNumber: '27ENR0000000009' }],
])('a seller %s', (_name, fields) => {
  it('sells within its state, and charges no GST', async () => {
    const { vendorId } = await createVendor(shop.container, fields);
    const cart = await cartOf(vendorId);
    expect(await cart.read()).toMatchObject({ warnings: [], totals: { taxTotal: 0 } });
    expect((await placeOrder(cart.ready)).status).toBe(201);
  });

  it.each([
    ['a delivery to another state', { shippingAddress: bengaluru }],
    ['a buyer who is registered in another', { billingAddress: { ...bengaluru, gstin: '29AAGCB7383J1Z4' } }],
  ])('is refused %s', async (_what, addresses) => {
    const { vendorId, displayName } = await createVendor(shop.container, fields);
    const cart = await cartOf(vendorId);
    expect((await cart.send(addresses)).warnings).toMatchObject([
      { code: 'other_state', message: `${displayName} sells in Maharashtra only`, blocking: true },
    ]);
    expect((await placeOrder(cart.ready)).status).toBe(409);
  });
});

it('a seller under the composition scheme issues bills of supply that say so', async () => {
  const { vendorId } = await createVendor(shop.container, { gstScheme: 'composition' });
  const { order } = data(await placeOrder((await cartOf(vendorId)).ready));
  const { knex } = shop.container;
  const [subOrder] = (await knex('orders_sub_orders').where({ orderId: order.id })) as { id: string }[];
  await knex('orders').where({ id: order.id }).update({ status: 'confirmed', confirmedAt: new Date() });
  await knex('orders_sub_orders').where({ orderId: order.id }).update({ confirmedAt: new Date() });
  await issueInvoiceOf(shop.container, subOrder?.id ?? '');
  const row = (await knex('invoices').where({ orderId: order.id }).first('snapshot')) as {
    snapshot: InvoiceSnapshot;
  };
  const view = layoutInvoice(row.snapshot, 'INV/2627/000001', PLAIN_TEMPLATE);
  expect(view.title).toBe('Bill of Supply');
  expect(view.notices.join()).toContain(
    'Composition taxable person, not eligible to collect tax on supplies',
  );
});

it('a seller without any number sells nothing until it has one, and sees why', async () => {
  const vendor = await createVendor(shop.container, { gstin: null, enrolmentNumber: null });
  const own = shop.http.as(vendor.token);
  const { variantId } = await createSellableVariant(shop.container, vendor.vendorId, { price: 100_000 });
  expect(data(await own.get('/vendor/profile'))).toMatchObject({
    sellerKind: 'without_number',
    chargesGst: false,
  });
  expect(JSON.stringify((await admin.get('/admin/attention')).body)).toContain('vendorsWithoutNumber');
  const refused = await own.patch('/vendor/profile', { enrolmentNumber: '27' });
  expect(refused.status).toBe(400);
  const numbered = data(await own.patch('/vendor/profile', { enrolmentNumber: '27enr0000000007' }));
  expect(numbered).toMatchObject({
    sellerKind: 'enrolled',
    sellsWithin: '27',
    enrolmentNumber: '27ENR0000000007',
  });
  const ready = await readyCart(shop, [{ variantId }]);
  await shop.container.knex('vendors').where({ id: vendor.vendorId }).update({ enrolmentNumber: null });
  const cart = data(await ready.http.get<Warned>(`/store/carts/${ready.cart.id}`));
  expect(cart.warnings).toMatchObject([{ code: 'vendor_suspended', blocking: true }]);
  expect((await placeOrder(ready)).status).toBe(409);
});

it('takes a UIN of a buyer, whatever its state, and refuses what has no pattern', async () => {
  const { vendorId } = await createVendor(shop.container);
  const { ready } = await cartOf(vendorId);
  const path = `/store/carts/${ready.cart.id}/addresses`;
  const put = async (gstin: string) =>
    (await ready.http.put(path, { billingAddress: { ...bengaluru, gstin } })).status;
  expect(await put('0717USA12345UNF')).toBe(200);
  expect(await put('27AAAG12345A1XZ')).toBe(400);
  expect(await put('27ABCD01234A1DZ')).toBe(200);
});
