import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { MAX_WISHLIST_ITEMS, MAX_WISHLISTS } from '#domain/wishlists/wishlist.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let products: string[];
let variantId: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { vendorId } = await createVendor(platform.container);
  products = [];
  for (let n = 0; n < 8; n += 1) {
    const { productId, variants } = await createProduct(platform.container, vendorId);
    products.push(productId);
    variantId = variants[0]?.id ?? '';
  }
});
afterAll(() => platform.stop());

const customer = async () => {
  const { userId, token } = await createBuyer(platform.container);
  return { userId, http: platform.http.as(token) };
};
const sorted = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();

it('adds of one product at one moment make one default list with one item', async () => {
  const { userId, http } = await customer();
  const [productId] = products;
  const all = await Promise.all(products.map(() => http.post('/store/wishlists/items', { productId })));
  expect(sorted(all)).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  const lists = await platform.container.knex('wishlists').where({ userId });
  expect(lists).toMatchObject([{ isDefault: true, itemCount: 1 }]);
  expect(await platform.container.knex('wishlists_items').where({ wishlistId: lists[0]?.id })).toHaveLength(
    1,
  );
  expect(await platform.container.knex('wishlists_owners').where({ userId })).toMatchObject([
    { listCount: 1 },
  ]);
});

it('a customer never has more lists than allowed, and a list never more items', async () => {
  const { userId, http } = await customer();
  const names = Array.from({ length: MAX_WISHLISTS - 3 }, (_, n) => `List ${n}`);
  for (const name of names) expect((await http.post('/store/wishlists', { name })).status).toBe(201);
  const more = await Promise.all(
    products.map((_, n) => http.post('/store/wishlists', { name: `More ${n}` })),
  );
  expect(sorted(more)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(more.find(({ status }) => status === 409)?.body).toMatchObject({
    reason: 'wishlists.too_many_lists',
  });
  expect((await http.post('/store/wishlists/items', { productId: products[0] })).status).toBe(409);
  const { knex } = platform.container;
  const [list] = await knex('wishlists').where({ userId }).limit(1);
  const wishlistId = list?.id ?? '';
  await knex('wishlists')
    .where({ id: wishlistId })
    .update({ itemCount: MAX_WISHLIST_ITEMS - 2 });
  const added = await Promise.all(
    products.map((productId) => http.post('/store/wishlists/items', { productId, wishlistId })),
  );
  expect(sorted(added)).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  expect(await knex('wishlists_items').where({ wishlistId })).toHaveLength(2);
  // What a full list holds already is still no error.
  const held = (await knex('wishlists_items').where({ wishlistId }).first('productId'))?.productId;
  expect((await http.post('/store/wishlists/items', { productId: held, wishlistId })).status).toBe(200);
});

it('an item that is moved to a cart, removed and moved again at one moment is bought once at most', async () => {
  const { http } = await customer();
  const productId = products.at(-1);
  const body = { productId, variantId };
  const { id, wishlistId } = (
    await http.post<{ id: string; wishlistId: string }>('/store/wishlists/items', body)
  ).body.data;
  const cartId = (await http.post<{ id: string }>('/store/carts')).body.data.id;
  const path = `/store/wishlists/${wishlistId}/items/${id}`;
  const all = await Promise.all([
    ...[1, 2, 3].map(() => http.post(`${path}/move-to-cart`, { cartId })),
    http.post('/store/wishlists/items', body),
    http.delete(path),
  ]);
  const [, , , , removed] = all;
  const moved = all.slice(0, 3).filter(({ status }) => status === 201);
  expect(moved.length + Number(removed?.status === 200)).toBe(1);
  const [line] = await platform.container.knex('carts_items').where({ cartId });
  expect(line?.quantity ?? 1).toBe(1);
  const rows = await platform.container.knex('wishlists_items').where({ wishlistId });
  const [list] = await platform.container.knex('wishlists').where({ id: wishlistId });
  expect(list?.itemCount).toBe(rows.length);
});

it('items that are moved to and fro, added and removed at one moment are in each list once, and are counted', async () => {
  const { userId, http } = await customer();
  const { knex } = platform.container;
  const list = async (name: string) =>
    (await http.post<{ id: string }>('/store/wishlists', { name })).body.data.id;
  const [left, right] = [await list('One'), await list('Two')];
  const add = async (wishlistId: string, productId: string | undefined) =>
    (await http.post<{ id: string }>('/store/wishlists/items', { wishlistId, productId })).body.data.id;
  const [first, second, third] = products;
  const there = await Promise.all([add(left, first), add(left, second), add(left, third)]);
  const back = await Promise.all([add(right, first), add(right, second)]);
  const move = (from: string, itemId: string, toWishlistId: string, key = newId()) =>
    http.post(
      `/store/wishlists/${from}/items/${itemId}/move`,
      { wishlistId: toWishlistId },
      { 'idempotency-key': key },
    );
  const key = newId();
  const all = await Promise.all([
    ...there.map((itemId) => move(left, itemId, right)),
    ...back.map((itemId) => move(right, itemId, left)),
    ...there.map((itemId) => move(left, itemId, right)),
    move(left, there[2] ?? '', right, key),
    move(left, there[2] ?? '', right, key),
    http.delete(`/store/wishlists/${right}/items/${back[0]}`),
    http.post('/store/wishlists/items', { wishlistId: left, productId: third }),
  ]);
  expect(all.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const rows = (await knex('wishlists').where({ userId }).select('id', 'itemCount')) as {
    id: string;
    itemCount: number;
  }[];
  for (const { id, itemCount } of rows) {
    const items = await knex('wishlists_items').where({ wishlistId: id }).select('productId');
    expect([itemCount, new Set(items.map(({ productId }) => productId)).size]).toEqual([
      items.length,
      items.length,
    ]);
  }
});

it('a list that is nearly full takes as many moved items as it has room for', async () => {
  const { userId, http } = await customer();
  const { knex } = platform.container;
  const saved = await Promise.all(
    products
      .slice(0, 5)
      .map((productId) =>
        http.post<{ id: string; wishlistId: string }>('/store/wishlists/items', { productId }),
      ),
  );
  const toWishlistId = (await http.post<{ id: string }>('/store/wishlists', { name: 'Two' })).body.data.id;
  const update = { itemCount: MAX_WISHLIST_ITEMS - 2 };
  await knex('wishlists').where({ id: toWishlistId }).update(update);
  const moved = await Promise.all(
    saved.map(({ body: { data } }) =>
      http.post(`/store/wishlists/${data.wishlistId}/items/${data.id}/move`, { wishlistId: toWishlistId }),
    ),
  );
  expect(sorted(moved)).toEqual([200, 200, 409, 409, 409]);
  const lists = await knex('wishlists').where({ userId }).orderBy('isDefault', 'desc').select('itemCount');
  expect(lists).toEqual([{ itemCount: 3 }, { itemCount: MAX_WISHLIST_ITEMS }]);
});

it('one move that is sent twice with one Idempotency-Key has one response', async () => {
  const { http } = await customer();
  const [productId] = products;
  const { id, wishlistId } = (
    await http.post<{ id: string; wishlistId: string }>('/store/wishlists/items', { productId })
  ).body.data;
  const toWishlistId = (await http.post<{ id: string }>('/store/wishlists', { name: 'Two' })).body.data.id;
  const headers = { 'idempotency-key': newId() };
  const send = () =>
    http.post<object>(
      `/store/wishlists/${wishlistId}/items/${id}/move`,
      { wishlistId: toWishlistId },
      headers,
    );
  const [first, again] = await Promise.all([send(), send()]);
  expect([first.status, first.body.data]).toEqual([200, again.body.data]);
  expect(again.status).toBe(200);
});

it('of links that are made at one moment only the last one opens the list', async () => {
  const { http } = await customer();
  const { id } = (await http.post<{ id: string }>('/store/wishlists', { name: newId() })).body.data;
  const links = await Promise.all(
    [1, 2, 3].map(() => http.post<{ token: string }>(`/store/wishlists/${id}/share`)),
  );
  const open = await Promise.all(
    links.map(({ body }) => platform.http.get(`/store/shared-wishlists/${body.data.token}`)),
  );
  expect(sorted(open)).toEqual([200, 404, 404]);
});
