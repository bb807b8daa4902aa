import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_WISHLIST_ITEMS } from '#domain/wishlists/wishlist.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type TestProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

interface List {
  id: string;
  name: string;
  isDefault: boolean;
  itemCount: number;
  sharedAt: string | null;
}
interface Item {
  id: string;
  wishlistId: string;
  productId: string;
  variantId: string | null;
  title: string;
  price: number | null;
  priceEnd: number | null;
  priceAdded: number | null;
  onSale: boolean;
  inStock: boolean;
  inventoryQuantity: number;
  onlyVariantId: string | null;
  notifyPriceDrop: boolean;
}
interface Cart {
  id: string;
  lines: { variantId: string; quantity: number }[];
}

let platform: TestPlatform;
let vendor: TestVendor;
let buyer: TestBuyer;
let http: HttpClient;
let kurta: TestProduct;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container, { displayName: 'Kaveri Textiles' });
  kurta = await createProduct(platform.container, vendor.vendorId, {
    title: 'Indigo kurta',
    variants: [
      { price: 129_900, stock: 3, options: { Size: 'S' } },
      { price: 149_900, stock: 0, options: { Size: 'M' } },
    ],
  });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  buyer = await createBuyer(platform.container);
  http = platform.http.as(buyer.token);
});

const lists = async () => (await http.get<List[]>('/store/wishlists')).body.data;
const add = (body: object) => http.post<Item>('/store/wishlists/items', body);
const itemsOf = async (id: string) => (await http.get<Item[]>(`/store/wishlists/${id}/items`)).body.data;
const variant = (product: TestProduct, index = 0) => product.variants[index]?.id ?? '';

describe('lists', () => {
  it('the first product without a list makes the default list, and later ones go there', async () => {
    expect(await lists()).toEqual([]);
    const first = await add({ productId: kurta.productId });
    expect([first.status, first.body.data.variantId]).toEqual([201, null]);
    const other = await createProduct(platform.container, vendor.vendorId);
    await add({ productId: other.productId, variantId: variant(other) });
    expect(await lists()).toMatchObject([
      { name: 'Wishlist', isDefault: true, itemCount: 2, sharedAt: null },
    ]);
  });

  it('are created, renamed, listed behind the default list, and deleted with their items', async () => {
    await add({ productId: kurta.productId });
    const { id } = (await http.post<List>('/store/wishlists', { name: ' Diwali gifts ' })).body.data;
    expect((await http.patch<List>(`/store/wishlists/${id}`, { name: 'Gifts' })).body.data.name).toBe(
      'Gifts',
    );
    await add({ productId: kurta.productId, wishlistId: id });
    expect((await lists()).map(({ name }) => name)).toEqual(['Wishlist', 'Gifts']);
    expect((await http.delete(`/store/wishlists/${id}`)).status).toBe(200);
    expect((await lists()).map(({ name }) => name)).toEqual(['Wishlist']);
    expect((await http.delete(`/store/wishlists/${id}`)).status).toBe(404);
    const { knex } = platform.container;
    expect(await knex('wishlists_owners').where({ userId: buyer.userId }).first('listCount')).toEqual({
      listCount: 1,
    });
    expect(await knex('wishlists_items').where({ wishlistId: id })).toEqual([]);
  });

  it('are nobody else’s, and guests have none', async () => {
    const { wishlistId, id } = (await add({ productId: kurta.productId })).body.data;
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    const path = `/store/wishlists/${wishlistId}`;
    const statuses = [
      await stranger.get(`${path}/items`),
      await stranger.patch(path, { name: 'Mine' }),
      await stranger.delete(path),
      await stranger.post(`${path}/share`),
      await stranger.delete(`${path}/share`),
      await stranger.delete(`${path}/items/${id}`),
      await stranger.patch(`${path}/items/${id}`, { notifyPriceDrop: true }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 404));
    const foreign = await stranger.post('/store/wishlists/items', { wishlistId, productId: kurta.productId });
    expect([foreign.status, foreign.body.errors?.[0]?.path]).toEqual([400, 'body.wishlistId']);
    const guest = platform.http.as((await createBuyer(platform.container, { anonymous: true })).token);
    const refused = await guest.post('/store/wishlists/items', { productId: kurta.productId });
    expect([refused.status, refused.body.reason]).toEqual([403, 'wishlists.guests_have_none']);
    expect((await platform.http.get('/store/wishlists')).status).toBe(401);
  });
});

describe('items', () => {
  it('a product is in a list once, and so is each variant; a repeat is no error', async () => {
    const body = { productId: kurta.productId };
    const { id, wishlistId } = (await add(body)).body.data;
    const again = await add({ ...body, notifyPriceDrop: true });
    expect([again.status, again.body.data.id, again.body.data.notifyPriceDrop]).toEqual([200, id, false]);
    expect((await add({ ...body, variantId: variant(kurta, 1) })).status).toBe(201);
    expect((await add({ ...body, variantId: variant(kurta, 1) })).status).toBe(200);
    expect(await itemsOf(wishlistId)).toHaveLength(2);
    expect((await lists())[0]?.itemCount).toBe(2);
    for (const status of [200, 404])
      expect((await http.delete(`/store/wishlists/${wishlistId}/items/${id}`)).status).toBe(status);
    expect((await lists())[0]?.itemCount).toBe(1);
  });

  it('show the current price and stock of the variant, or of all variants of the product', async () => {
    const { wishlistId } = (await add({ productId: kurta.productId })).body.data;
    await add({ productId: kurta.productId, variantId: variant(kurta, 1) });
    const [medium, any] = await itemsOf(wishlistId);
    expect(any).toMatchObject({
      title: 'Indigo kurta',
      variantId: null,
      price: 129_900,
      priceEnd: 149_900,
      priceAdded: 129_900,
      onSale: true,
      inStock: true,
      inventoryQuantity: 3,
      onlyVariantId: null,
    });
    expect(medium).toMatchObject({
      variantTitle: 'M',
      price: 149_900,
      priceEnd: 149_900,
      inStock: false,
      inventoryQuantity: 0,
      onlyVariantId: variant(kurta, 1),
    });
    const { knex } = platform.container;
    const id = variant(kurta, 1);
    await knex('products_variants').where({ id }).update({ specialPrice: 99_900 });
    expect((await itemsOf(wishlistId)).map(({ price }) => price)).toEqual([99_900, 99_900]);
    await knex('products_variants').where({ id }).update({ specialPrice: null });
    await knex('vendors').where({ id: vendor.vendorId }).update({ status: 'suspended' });
    const suspended = await itemsOf(wishlistId);
    await knex('vendors').where({ id: vendor.vendorId }).update({ status: 'active' });
    expect(suspended.map(({ price, onSale, inStock }) => [price, onSale, inStock])).toEqual([
      [null, false, false],
      [null, false, false],
    ]);
  });

  it('are of what the store shows', async () => {
    const draft = await createProduct(platform.container, vendor.vendorId, { status: 'draft' });
    const other = await createProduct(platform.container, vendor.vendorId);
    const path = async (body: object) => {
      const response = await add(body);
      return [response.status, response.body.errors?.[0]?.path];
    };
    expect(await path({ productId: draft.productId })).toEqual([400, 'body.productId']);
    expect(await path({ productId: kurta.productId, variantId: variant(other) })).toEqual([
      400,
      'body.variantId',
    ]);
    // What failed has left no default list behind.
    expect(await lists()).toEqual([]);
  });

  it('are listed in pages, latest first, and all together by product', async () => {
    const products = [];
    for (let n = 0; n < 5; n += 1) products.push(await createProduct(platform.container, vendor.vendorId));
    let wishlistId = '';
    for (const { productId } of products) ({ wishlistId } = (await add({ productId })).body.data);
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await http.get<Item[]>(`/store/wishlists/${wishlistId}/items?limit=2${cursor}`);
      seen.push(...body.data.map(({ productId }) => productId));
      const { nextCursor, hasMore } = body.metadata as unknown as { nextCursor: string; hasMore: boolean };
      expect(hasMore).toBe(page < 2);
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(products.map(({ productId }) => productId).reverse());
    const named = products.slice(0, 2).map(({ productId }) => productId);
    const third = products[2]?.productId;
    const { id: gifts } = (await http.post<List>('/store/wishlists', { name: 'Gifts' })).body.data;
    await add({ productId: third, variantId: products[2] && variant(products[2]), wishlistId: gifts });
    const ofThird = await http.get<object[]>(`/store/products/${third}/wishlists`);
    expect(ofThird.body.data).toEqual([
      { id: wishlistId, name: 'Wishlist', variantIds: [null] },
      { id: gifts, name: 'Gifts', variantIds: [products[2] && variant(products[2])] },
    ]);
    const saved = await http.get<Item[]>(`/store/wishlists/items?filters[]=productId:in:${named.join(',')}`);
    expect(saved.body.data.map(({ productId }) => productId).sort()).toEqual([...named].sort());
  });
});

describe('an item that is moved to a cart', () => {
  const cartId = async () => (await http.post<Cart>('/store/carts')).body.data.id;
  const move = (item: Item, body: object) =>
    http.post<Cart>(`/store/wishlists/${item.wishlistId}/items/${item.id}/move-to-cart`, body);

  it('leaves its list with the purchase', async () => {
    const item = (await add({ productId: kurta.productId, variantId: variant(kurta) })).body.data;
    const moved = await move(item, { cartId: await cartId(), quantity: 2 });
    expect([moved.status, moved.body.data.lines]).toMatchObject([
      201,
      [{ variantId: variant(kurta), quantity: 2 }],
    ]);
    expect(await itemsOf(item.wishlistId)).toEqual([]);
    expect((await lists())[0]?.itemCount).toBe(0);
    expect((await move(item, { cartId: await cartId() })).status).toBe(404);
  });

  it('needs a variant where the product has several, and one of its own', async () => {
    const item = (await add({ productId: kurta.productId })).body.data;
    const id = await cartId();
    const other = await createProduct(platform.container, vendor.vendorId);
    for (const variantId of [undefined, variant(other)]) {
      const refused = await move(item, { cartId: id, variantId });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.variantId']);
    }
    expect((await move(item, { cartId: id, variantId: variant(kurta) })).status).toBe(201);
    const single = (await add({ productId: other.productId })).body.data;
    expect((await move(single, { cartId: id })).body.data.lines).toHaveLength(2);
  });

  it('stays where the cart refuses it', async () => {
    const item = (await add({ productId: kurta.productId, variantId: variant(kurta) })).body.data;
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    const foreign = (await stranger.post<Cart>('/store/carts')).body.data.id;
    expect((await move(item, { cartId: foreign })).status).toBe(404);
    expect((await move(item, { cartId: await cartId(), quantity: 100_001 })).status).toBe(400);
    expect(await itemsOf(item.wishlistId)).toHaveLength(1);
  });
});

describe('a list that is put into a cart', () => {
  interface Filled {
    cart: Cart;
    items: { title: string; inCart: boolean; reason: string | null }[];
  }

  it('says what became of each item, keeps them, and adds nothing when it is repeated', async () => {
    const { container } = platform;
    const { wishlistId } = (await add({ productId: kurta.productId })).body.data;
    await add({ productId: kurta.productId, variantId: variant(kurta, 1) });
    const [pot, gone] = [
      await createProduct(container, vendor.vendorId, { title: 'Pot' }),
      await createProduct(container, vendor.vendorId, { title: 'Gone' }),
    ];
    await add({ productId: pot.productId });
    await add({ productId: pot.productId, variantId: variant(pot) });
    await add({ productId: gone.productId });
    await container.knex('products').where({ id: gone.productId }).update({ status: 'draft' });
    const path = `/store/wishlists/${wishlistId}/add-to-cart`;
    const filled = await http.post<Filled>(path, {});
    expect(filled.status).toBe(200);
    expect(filled.body.data.items.map(({ title, inCart, reason }) => [title, inCart, reason])).toEqual([
      ['Gone', false, 'not_available'],
      ['Pot', true, null],
      ['Pot', true, null],
      ['Indigo kurta', false, 'out_of_stock'],
      ['Indigo kurta', false, 'variant_required'],
    ]);
    expect(filled.body.data.cart.lines).toMatchObject([{ variantId: variant(pot), quantity: 1 }]);
    const { id: cartId } = filled.body.data.cart;
    const repeats = await Promise.all([http.post<Filled>(path, {}), http.post<Filled>(path, { cartId })]);
    for (const { body } of repeats)
      expect(body.data.cart).toMatchObject({ id: cartId, lines: [{ variantId: variant(pot), quantity: 1 }] });
    expect(await itemsOf(wishlistId)).toHaveLength(5);
    const stranger = platform.http.as((await createBuyer(container)).token);
    expect((await stranger.post(path, {})).status).toBe(404);
    const foreign = (await stranger.post<Cart>('/store/carts')).body.data.id;
    expect((await http.post(path, { cartId: foreign })).status).toBe(404);
  });
});

describe('an item that is moved to another list', () => {
  const move = (item: Item, toWishlistId: string) =>
    http.post<Item>(`/store/wishlists/${item.wishlistId}/items/${item.id}/move`, {
      wishlistId: toWishlistId,
    });
  const other = async () => (await http.post<List>('/store/wishlists', { name: 'Gifts' })).body.data.id;

  it('keeps what is known of it, and both lists count it', async () => {
    const item = (await add({ productId: kurta.productId, notifyPriceDrop: true })).body.data;
    const toWishlistId = await other();
    const moved = await move(item, toWishlistId);
    expect([moved.status, moved.body.data]).toEqual([200, { ...item, wishlistId: toWishlistId }]);
    expect((await lists()).map(({ itemCount }) => itemCount)).toEqual([0, 1]);
    expect((await itemsOf(toWishlistId))[0]).toMatchObject({ id: item.id, priceAdded: 129_900 });
    expect((await move(item, toWishlistId)).status).toBe(404);
    const same = { ...item, wishlistId: toWishlistId };
    expect((await move(same, toWishlistId)).body.data).toEqual(same);
  });

  it('merges with the same item of that list, and the mails of both stay switched on', async () => {
    const body = { productId: kurta.productId, variantId: variant(kurta) };
    const item = (await add({ ...body, notifyPriceDrop: true })).body.data;
    const { knex } = platform.container;
    await knex('wishlists_items').where({ id: item.id }).update({ noticedPrice: 100, isDue: true });
    const toWishlistId = await other();
    const held = (await add({ ...body, wishlistId: toWishlistId, notifyBackInStock: true })).body.data;
    const moved = await move(item, toWishlistId);
    expect(moved.body.data).toEqual({ ...held, notifyPriceDrop: true });
    expect((await lists()).map(({ itemCount }) => itemCount)).toEqual([0, 1]);
    const rows = await knex('wishlists_items')
      .whereIn('wishlistId', [item.wishlistId, toWishlistId])
      .select('id', 'noticedPrice', 'isDue');
    expect(rows).toEqual([{ id: held.id, noticedPrice: 100, isDue: true }]);
  });

  it('stays where the other list is full or of somebody else', async () => {
    const item = (await add({ productId: kurta.productId })).body.data;
    const toWishlistId = await other();
    const { knex } = platform.container;
    await knex('wishlists').where({ id: toWishlistId }).update({ itemCount: MAX_WISHLIST_ITEMS });
    const full = await move(item, toWishlistId);
    expect([full.status, full.body.reason]).toEqual([409, 'wishlists.full']);
    const stranger = platform.http.as((await createBuyer(platform.container)).token);
    const foreign = (await stranger.post<List>('/store/wishlists', { name: 'Mine' })).body.data.id;
    const refused = await move(item, foreign);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.wishlistId']);
    const path = `/store/wishlists/${item.wishlistId}/items/${item.id}/move`;
    expect((await stranger.post(path, { wishlistId: foreign })).status).toBe(404);
    expect((await lists())[0]?.itemCount).toBe(1);
    expect(await itemsOf(item.wishlistId)).toHaveLength(1);
  });
});

describe('a share link', () => {
  const shared = (token: string) =>
    platform.http.get<{ name: string; items: Item[] }>(`/store/shared-wishlists/${token}`);

  it('shows strangers the name and what is on sale, and nothing of the owner', async () => {
    const hidden = await createProduct(platform.container, vendor.vendorId, { title: 'Hidden later' });
    const { wishlistId } = (await add({ productId: kurta.productId })).body.data;
    await add({ productId: hidden.productId });
    await platform.container
      .knex('products')
      .where({ id: hidden.productId })
      .update({ visibility: 'private' });
    const { token } = (await http.post<{ token: string }>(`/store/wishlists/${wishlistId}/share`)).body.data;
    const { body } = await shared(token);
    expect(body.data).toEqual({
      name: 'Wishlist',
      items: [expect.objectContaining({ title: 'Indigo kurta', price: 129_900 })],
    });
    expect(Object.keys(body.data.items[0] ?? {}).sort()).toEqual(
      [
        'image',
        'inStock',
        'inventoryQuantity',
        'onSale',
        'onlyVariantId',
        'originalPrice',
        'price',
        'priceEnd',
        'productId',
        'slug',
        'title',
        'variantId',
        'variantTitle',
        'vendorName',
        'vendorSlug',
      ].sort(),
    );
    expect(JSON.stringify(body)).not.toContain(buyer.userId);
    const [row] = await platform.container.knex('wishlists').where({ id: wishlistId }).select('shareHash');
    expect(row?.shareHash).not.toContain(token);
  });

  it('ends when it is revoked, and when a new one is made', async () => {
    const { wishlistId } = (await add({ productId: kurta.productId })).body.data;
    const path = `/store/wishlists/${wishlistId}/share`;
    const make = async () => (await http.post<{ token: string }>(path)).body.data.token;
    const [first, second] = [await make(), await make()];
    expect([(await shared(first)).status, (await shared(second)).status]).toEqual([404, 200]);
    expect((await lists())[0]?.sharedAt).not.toBeNull();
    for (let n = 0; n < 2; n += 1) expect((await http.delete<List>(path)).body.data.sharedAt).toBeNull();
    expect((await shared(second)).status).toBe(404);
    expect((await shared(await make())).status).toBe(200);
  });
});
