import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type BasketShop, createBasketShop } from './basket-shop.js';

interface Shown {
  products: { id: string; inStock: boolean; priceStart: number | null; hasActiveSpecial: boolean }[];
}

let platform: TestPlatform;
let admin: HttpClient;
let shop: BasketShop;
const id: Record<string, string> = {};

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  shop = await createBasketShop(platform.container);
  // From A: B 6/9, C 5/9, D 3/9. From E: C 4/4, D 4/4.
  await shop.orders(3, 'AB');
  await shop.orders(3, 'ABCD');
  await shop.orders(2, 'AC');
  await shop.orders(1, 'A');
  await shop.orders(4, 'ECD');
  await shop.mine();
  for (const name of 'ABCDE') id[name] = await shop.productOf(name);
});
afterAll(() => platform.stop());

const names = (shown: Shown) =>
  shown.products.map((item) => Object.keys(id).find((name) => id[name] === item.id)).join('');
const ofProduct = async (name: string, query = '') =>
  names((await platform.http.get<Shown>(`/store/products/${id[name]}/fbt${query}`)).body.data);
const ofCart = async (anchors: string, limit?: number) => {
  const productIds = [...anchors].map((name) => id[name]);
  return names((await platform.http.post<Shown>('/store/cart/fbt', { productIds, limit })).body.data);
};

describe('products bought together', () => {
  it('are ranked by confidence, by its sum for a cart, without the anchors', async () => {
    expect(await ofProduct('A')).toBe('BCD');
    expect(await ofProduct('A', '?limit=1')).toBe('B');
    // C: 5/9 + 1, D: 3/9 + 1, B: 6/9.
    expect(await ofCart('AE')).toBe('CDB');
    expect(await ofCart('AAE')).toBe('CDB');
    expect(await ofCart('AC', 2)).toBe('DB');
  });

  it('show price and stock as the page of the product does', async () => {
    const { knex } = platform.container;
    const special = { price: 100, specialPrice: 80 };
    await knex('products_variants').where({ productId: id['B'] }).update(special);
    const { body } = await platform.http.get<Shown>(`/store/products/${id['A']}/fbt?limit=1`);
    expect(body.data.products[0]).toEqual({
      id: id['B'],
      slug: expect.any(String),
      title: 'Product B',
      thumbnail: null,
      priceStart: 80,
      priceEnd: 80,
      inStock: true,
      hasActiveSpecial: true,
    });
  });

  it('leave out what is not on sale, and go on with the next', async () => {
    const { knex } = platform.container;
    const hide = (fields: object) => knex('products').where({ id: id['B'] }).update(fields);
    for (const [hidden, shown] of [
      [{ status: 'draft' }, { status: 'active' }],
      [{ visibility: 'private' }, { visibility: 'public' }],
      [{ deletedAt: new Date() }, { deletedAt: null }],
    ] as const) {
      await hide(hidden);
      expect(await ofProduct('A', '?limit=2')).toBe('CD');
      await hide(shown);
    }
    await knex('vendors').where({ id: shop.vendorId }).update({ status: 'suspended' });
    expect(await ofProduct('A')).toBe('');
    await knex('vendors').where({ id: shop.vendorId }).update({ status: 'active' });
  });

  it('are listed as pairs with their figures for administrators', async () => {
    interface Pair {
      productId: string;
      productTitle: string;
      otherTitle: string;
      orders: number;
      confidence: number;
    }
    const { body } = await admin.get<Pair[]>(`/admin/fbt/pairs?productId=${id['A']}`);
    expect(body.data.map(({ otherTitle, orders }) => [otherTitle, orders])).toEqual([
      ['Product B', 6],
      ['Product C', 5],
      ['Product D', 3],
    ]);
    expect(body.data[0]).toMatchObject({ productId: id['A'], productTitle: 'Product A' });
    expect(body.data[0]?.confidence).toBeCloseTo(6 / 9, 9);
    const { body: best } = await admin.get<Pair[]>('/admin/fbt/pairs?limit=1');
    expect(best.data).toMatchObject([{ orders: 7 }]);
  });

  it('are none for an unknown product; what is malformed is refused', async () => {
    const get = (path: string) => platform.http.get<Shown>(`/store/products/${path}`);
    expect((await get(`${newId()}/fbt`)).body.data).toEqual({ products: [] });
    expect((await get('no-id/fbt')).status).toBe(404);
    for (const query of ['limit=0', 'limit=11', 'limit=x'])
      expect((await get(`${id['A']}/fbt?${query}`)).status).toBe(400);
    for (const body of [
      { productIds: [] },
      { productIds: Array.from({ length: 51 }, () => newId()) },
      { productIds: ['x'] },
      { productIds: [newId()], limit: 11 },
      { productIds: [newId()], limit: 0 },
    ]) {
      const refused = await platform.http.post('/store/cart/fbt', body);
      expect([refused.status, refused.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('are none while the setting is off, and bad input is still refused', async () => {
    await admin.patch('/admin/settings/store', { 'fbt.enabled': false });
    await eventually(async () => expect(await ofProduct('A')).toBe(''));
    expect(await ofCart('A')).toBe('');
    expect((await platform.http.post('/store/cart/fbt', { productIds: [] })).status).toBe(400);
    expect((await platform.http.get(`/store/products/${id['A']}/fbt?limit=0`)).status).toBe(400);
    await admin.patch('/admin/settings/store', { 'fbt.enabled': true });
    await eventually(async () => expect(await ofProduct('A')).toBe('BCD'));
  });
});

describe('computing them', () => {
  it('is started by an administrator; one that runs is joined (fbt-joined)', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => admin.post('/admin/fbt/refresh', {})));
    for (const { status, body } of responses)
      expect([status, body.data]).toEqual([202, { jobId: 'fbt-mine' }]);
    const audited = await platform.container.knex('audit_entries').where({ entity: 'boughtTogether' });
    expect(audited).toHaveLength(3);
    const state = (await admin.get<{ orders: number; pairs: number }>('/admin/fbt')).body.data;
    expect(state).toMatchObject({ orders: 13, pairs: 16, lastError: null });
  });
});
