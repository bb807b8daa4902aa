import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMergeCarts } from '#api/carts/merge-carts.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, readyCart, vendorWithVariant } from '../_support/shop.js';
import { addressOf, createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const knex = () => platform.container.knex;
const codesOf = (cart: CartResponse) => cart.warnings.map((warning) => warning.code);

async function reread({ http, cart }: Awaited<ReturnType<typeof readyCart>>): Promise<CartResponse> {
  return data(await http.get<CartResponse>(`/store/carts/${cart.id}`));
}

describe('a cart', () => {
  it('returns its whole quote, whatever is changed', async () => {
    const { variantId } = await vendorWithVariant(platform, { price: 49_900 });
    const other = await vendorWithVariant(platform, { price: 10_000 });
    const { http, cart } = await readyCart(platform, [
      { variantId, quantity: 2 },
      { variantId: other.variantId },
    ]);
    expect(cart.totals).toMatchObject({ itemCount: 3, subtotal: 109_800, grandTotal: 109_800 });
    expect(cart.groups.map((group) => group.total)).toEqual([99_800, 10_000]);
    expect(cart.canPlaceOrder).toBe(true);

    const [first, second] = cart.lines;
    const path = `/store/carts/${cart.id}/items`;
    const more = data(await http.post<CartResponse>(path, { variantId }));
    expect(more.lines.map((line) => line.quantity)).toEqual([3, 1]);
    const set = data(await http.patch<CartResponse>(`${path}/${first?.id}`, { quantity: 1 }));
    expect(set.totals.grandTotal).toBe(59_900);
    const left = data(await http.delete<CartResponse>(`${path}/${second?.id}`));
    expect(left.lines.map((line) => line.id)).toEqual([first?.id]);
    expect(left.groups).toHaveLength(1);
  });

  it('takes the pieces of one request once, however often it comes with its Idempotency-Key', async () => {
    const { variantId } = await vendorWithVariant(platform, { price: 49_900 });
    const { http, cart } = await readyCart(platform, [{ variantId }]);
    const path = `/store/carts/${cart.id}/items`;
    const key = { 'idempotency-key': newId() };
    const added = await Promise.all(
      [1, 2, 3].map(() => http.post<CartResponse>(path, { variantId, quantity: 2 }, key)),
    );
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(added.map(({ body }) => body.data.lines.map((line) => line.quantity))).toEqual([[3], [3], [3]]);
    expect((await http.post(path, { variantId, quantity: 1 }, key)).status).toBeGreaterThanOrEqual(400);
    const again = data(await http.post<CartResponse>(path, { variantId, quantity: 2 }));
    expect(again.lines.map((line) => line.quantity)).toEqual([5]);
  });

  it('is found from another device: the open one with items that was changed last', async () => {
    const { variantId } = await vendorWithVariant(platform);
    const buyer = await createBuyer(platform.container);
    const http = platform.http.as(buyer.token);
    expect((await http.get('/store/carts/current')).status).toBe(404);
    const first = await readyCart(platform, [{ variantId }], { buyer });
    const second = await readyCart(platform, [{ variantId, quantity: 2 }], { buyer });
    const current = async () => data(await http.get<CartResponse>('/store/carts/current'));
    // An empty cart of a visit in between counts for nothing.
    await http.post('/store/carts');
    expect((await current()).id).toBe(second.cart.id);
    data(await http.post(`/store/carts/${first.cart.id}/items`, { variantId }));
    expect(await current()).toMatchObject({ id: first.cart.id, totals: { itemCount: 2 } });
    await knex()('carts').where({ id: first.cart.id }).update({ status: 'merged' });
    expect((await current()).id).toBe(second.cart.id);
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    expect((await stranger.get('/store/carts/current')).status).toBe(404);
  });

  it('belongs to its buyer alone, guests included', async () => {
    const { variantId } = await vendorWithVariant(platform);
    const { cart, http } = await readyCart(platform, [{ variantId }], { anonymous: true });
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    const item = `/store/carts/${cart.id}/items/${cart.lines[0]?.id}`;
    const responses = [
      await stranger.get(`/store/carts/${cart.id}`),
      await stranger.post(`/store/carts/${cart.id}/items`, { variantId }),
      await stranger.patch(item, { quantity: 5 }),
      await stranger.delete(item),
      await stranger.put(`/store/carts/${cart.id}/addresses`, { shippingAddress: addressOf() }),
    ];
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404]);
    expect(data(await http.get<CartResponse>(`/store/carts/${cart.id}`)).totals.itemCount).toBe(1);
  });

  it('warns of what has changed since, and a changed price is accepted by setting the quantity again', async () => {
    const { variantId } = await vendorWithVariant(platform, { price: 50_000, onHand: 5 });
    const ready = await readyCart(platform, [{ variantId, quantity: 2 }]);
    expect(ready.cart.warnings).toEqual([]);

    await knex()('products_variants').where({ id: variantId }).update({ price: 60_000 });
    const dearer = await reread(ready);
    expect(codesOf(dearer)).toEqual(['price_changed']);
    expect(dearer).toMatchObject({ canPlaceOrder: true, totals: { grandTotal: 120_000 } });
    const item = `/store/carts/${ready.cart.id}/items/${ready.cart.lines[0]?.id}`;
    const accepted = data(await ready.http.patch<CartResponse>(item, { quantity: 2 }));
    expect(accepted.warnings).toEqual([]);

    await knex()('inventory_levels').where({ variantId }).update({ onHand: 1 });
    const short = await reread(ready);
    expect(codesOf(short)).toEqual(['out_of_stock']);
    expect(short.canPlaceOrder).toBe(false);
  });

  it('takes the special price while its window is open', async () => {
    const hour = 3_600_000;
    const { variantId } = await vendorWithVariant(platform, {
      price: 50_000,
      variant: {
        specialPrice: 40_000,
        specialPriceStart: new Date(Date.now() - hour),
        specialPriceEnd: new Date(Date.now() + hour),
      },
    });
    const ready = await readyCart(platform, [{ variantId }]);
    expect(ready.cart.lines[0]).toMatchObject({ originalPrice: 50_000, unitPrice: 40_000, total: 40_000 });
    expect(ready.cart.warnings).toEqual([]);
    await knex()('products_variants')
      .where({ id: variantId })
      .update({ specialPriceEnd: new Date(Date.now() - 1) });
    const over = await reread(ready);
    expect(over.lines[0]).toMatchObject({ unitPrice: 50_000 });
    expect(codesOf(over)).toEqual(['price_changed']);
  });

  it('refuses what is not sold, and quantities outside the bounds', async () => {
    const { vendor, variantId } = await vendorWithVariant(platform, {
      variant: { minQuantityPerCart: 2, maxQuantityPerCart: 5 },
    });
    const detached = await createSellableVariant(platform.container, vendor.vendorId, {
      variant: { detached: true },
    });
    const draft = await createSellableVariant(platform.container, vendor.vendorId, {
      product: { status: 'draft' },
    });
    const { http, cart } = await readyCart(platform, []);
    const add = (body: unknown) => http.post(`/store/carts/${cart.id}/items`, body);

    for (const item of [detached, draft]) {
      expect(await add({ variantId: item.variantId })).toMatchObject({
        status: 409,
        body: { errorCode: 'CONFLICT' },
      });
    }
    for (const quantity of [1, 6]) {
      const response = await add({ variantId, quantity });
      expect(response.status).toBe(400);
      expect(response.body.errors?.[0]?.path).toBe('body.quantity');
    }
    const unknown = await add({ variantId: newId() });
    expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([400, 'body.variantId']);
    // Three more on top of three would be six.
    expect((await add({ variantId, quantity: 3 })).status).toBe(201);
    expect((await add({ variantId, quantity: 3 })).status).toBe(400);
    const after = data(await http.get<CartResponse>(`/store/carts/${cart.id}`));
    expect(after.totals.itemCount).toBe(3);
  });

  it('warns of a suspended vendor, whose lines then count nothing', async () => {
    const { vendor, variantId } = await vendorWithVariant(platform, { price: 50_000 });
    const other = await vendorWithVariant(platform, { price: 10_000 });
    const ready = await readyCart(platform, [{ variantId }, { variantId: other.variantId }]);
    await knex()('vendors').where({ id: vendor.vendorId }).update({ status: 'suspended' });
    const cart = await reread(ready);
    expect(codesOf(cart)).toEqual(['vendor_suspended']);
    expect(cart).toMatchObject({ canPlaceOrder: false, totals: { grandTotal: 10_000 } });
  });
});

describe('taxes and shipping', () => {
  it('follow the settings of the platform, and those of the vendor before them', async () => {
    const admin = platform.http.as(
      (await createSession(platform.container, { roles: ['superAdmin'] })).token,
    );
    const first = await vendorWithVariant(platform, { price: 10_000 });
    const second = await vendorWithVariant(platform, { price: 10_000 });
    const patched = await admin.patch('/admin/settings/admin', {
      'tax.default_lines': [{ type: 'GST', rate: 18 }],
    });
    expect(patched.status).toBe(200);
    const values: [string, unknown][] = [
      [checkoutSettings.vendorTaxLines.key, [{ type: 'GST', rate: 5 }]],
      [checkoutSettings.shippingFlatRate.key, 4_900],
      [checkoutSettings.shippingFreeAbove.key, 20_000],
    ];
    for (const [key, value] of values) {
      await knex()('settings_values').insert({
        key,
        vendorId: second.vendor.vendorId,
        value: JSON.stringify(value),
      });
    }
    const ready = await readyCart(platform, [
      { variantId: first.variantId },
      { variantId: second.variantId },
    ]);
    expect(ready.cart.lines.map((line) => line.taxes)).toEqual([
      [{ type: 'GST', rate: 18, amount: 1_800 }],
      [{ type: 'GST', rate: 5, amount: 500 }],
    ]);
    // The second vendor: half of 5 % of 14,900 with its shipping is 372.5, rounded half up, twice.
    expect(ready.cart.groups.map((group) => group.freeShippingMissingSubunit)).toEqual([null, 10_000]);
    expect(ready.cart.totals).toMatchObject({ shippingTotal: 4_900, taxTotal: 2_546, grandTotal: 27_446 });

    data(await admin.patch('/admin/settings/admin', { 'tax.prices_include_tax': true }));
    const included = await reread(ready);
    expect(included.totals.grandTotal).toBe(24_900);
    // Twice the rounded half: 10,000 x 9 / 118 is 762.7.
    expect(included.lines[0]).toMatchObject({ taxTotal: 1_526, total: 10_000 });
    data(
      await admin.patch('/admin/settings/admin', {
        'tax.prices_include_tax': false,
        'tax.default_lines': [],
      }),
    );
  });

  it('of a vendor are not the vendor’s to change, shipping is', async () => {
    const vendor = await createVendor(platform.container);
    const http = platform.http.as(vendor.token);
    const shipping = await http.patch('/vendor/settings', { 'shipping.flat_rate_subunit': 5_000 });
    expect(shipping.status).toBe(200);
    const taxes = await http.patch('/vendor/settings', { 'tax.lines': [] });
    expect([taxes.status, taxes.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a guest who signs in', () => {
  it('keeps the cart in hand, which takes in what the user had left, and the orders', async () => {
    const bounded = await vendorWithVariant(platform, { variant: { maxQuantityPerCart: 3 } });
    const mine = await vendorWithVariant(platform);
    const user = await createBuyer(platform.container);
    const earlier = await readyCart(
      platform,
      [{ variantId: bounded.variantId, quantity: 2 }, { variantId: mine.variantId }],
      { buyer: user },
    );
    const guest = await readyCart(platform, [{ variantId: bounded.variantId, quantity: 2 }], {
      anonymous: true,
    });

    const merge = createMergeCarts(platform.container);
    const ctx = systemContext({ name: 'test' }, new Date());
    await merge(ctx, guest.buyer.userId, user.userId);
    await merge(ctx, guest.buyer.userId, user.userId);

    const merged = data(await earlier.http.get<CartResponse>(`/store/carts/${guest.cart.id}`));
    expect(merged.lines.map((line) => [line.variantId, line.quantity])).toEqual([
      [bounded.variantId, 3],
      [mine.variantId, 1],
    ]);
    const old = data(await earlier.http.get<CartResponse>(`/store/carts/${earlier.cart.id}`));
    expect(old.status).toBe('merged');
    expect((await guest.http.get(`/store/carts/${guest.cart.id}`)).status).toBe(404);
    const late = await earlier.http.post(`/store/carts/${earlier.cart.id}/items`, {
      variantId: mine.variantId,
    });
    expect(late.status).toBe(409);
  });
});
