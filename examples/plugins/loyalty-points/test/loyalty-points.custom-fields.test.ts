import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createBuyer,
  createHeldOrder,
  createProduct,
  createSession,
  createVendor,
  data,
  startShop,
  type TestBuyer,
  type TestShop,
  type TestVendor,
} from 'haat/testing';

type Fields = Record<string, unknown>;

let shop: TestShop;
let buyer: TestBuyer;
let vendor: TestVendor;
let admin: TestShop['http'];

beforeAll(async () => {
  shop = await startShop();
  buyer = await createBuyer(shop.container);
  vendor = await createVendor(shop.container);
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
}, 60_000);
afterAll(() => shop.stop());

const get = async (http: TestShop['http'], path: string) => data(await http.get<Fields>(path));

describe('custom fields of the plugin', () => {
  it('are listed with who sees and writes them', async () => {
    const declared = data(await admin.get<Fields[]>('/admin/custom-fields'));
    expect(declared.filter(({ owner }) => owner === 'loyalty-points').map(({ entity, key, visibility, editableBy }) => [entity, key, visibility, editableBy])).toEqual([
      ['product', 'pointsFactor', 'public', ['admin', 'vendor']],
      ['order', 'pointsNote', 'admin', ['admin']],
      ['user', 'birthday', 'public', ['admin', 'customer']],
      ['user', 'loyaltyTier', 'public', ['admin']],
    ]); // prettier-ignore
  });

  it('of a product are written by its vendor and seen by everybody, and by no other vendor', async () => {
    const { productId } = await createProduct(shop.container, vendor.vendorId);
    const own = shop.http.as(vendor.token);
    const path = `/vendor/custom-fields/products/${productId}`;
    expect(await get(own, path)).toEqual({ pointsFactor: null });
    expect(data(await own.patch<Fields>(path, { pointsFactor: 3 }))).toEqual({ pointsFactor: 3 });
    expect(await get(shop.http, `/store/custom-fields/products/${productId}`)).toEqual({ pointsFactor: 3 });
    expect((await own.patch(path, { pointsFactor: 11 })).status).toBe(400);
    expect((await own.patch(path, { loyaltyTier: 'gold' })).status).toBe(400);
    const other = await createVendor(shop.container);
    expect((await shop.http.as(other.token).patch(path, { pointsFactor: 1 })).status).toBe(404);
    expect(data(await own.patch<Fields>(path, { pointsFactor: null }))).toEqual({ pointsFactor: null });
    const audited = await shop.container.knex('audit_entries').where({ entityId: productId, action: 'updateCustomFields' }).orderBy('id').select('before', 'after'); // prettier-ignore
    expect(audited).toEqual([
      { before: { pointsFactor: null }, after: { pointsFactor: 3 } },
      { before: { pointsFactor: 3 }, after: { pointsFactor: null } },
    ]);
  });

  it('of an order are for administrators where they say so', async () => {
    const order = await createHeldOrder(shop.container, { buyer, vendors: [{}], lines: [{ title: 'Lamp', unitPrice: 500_00, quantity: 1 }] }); // prettier-ignore
    const path = `/admin/custom-fields/orders/${order.orderId}`;
    expect(data(await admin.patch<Fields>(path, { pointsNote: 'Promised by phone' }))).toEqual({
      pointsNote: 'Promised by phone',
    });
    expect(await get(shop.http.as(buyer.token), `/store/custom-fields/orders/${order.orderId}`)).toEqual({});
    const stranger = await createBuyer(shop.container);
    expect(
      (await shop.http.as(stranger.token).get(`/store/custom-fields/orders/${order.orderId}`)).status,
    ).toBe(404);
  });

  it('of a user are their own to read, and to write where they say so', async () => {
    const me = shop.http.as(buyer.token);
    data(await admin.patch(`/admin/custom-fields/users/${buyer.userId}`, { loyaltyTier: 'gold' }));
    expect(data(await me.patch<Fields>('/me/custom-fields', { birthday: '1990-02-28' }))).toEqual({
      birthday: '1990-02-28',
      loyaltyTier: 'gold',
    });
    expect((await me.patch('/me/custom-fields', { loyaltyTier: 'silver' })).status).toBe(400);
    expect((await me.patch('/me/custom-fields', { birthday: 'tomorrow' })).status).toBe(400);
  });
});
