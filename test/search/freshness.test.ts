import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type TestProduct } from '../_support/products.js';
import { createBrand } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { deliverProduct } from '../reviews/delivered-product.js';
import { indexNow } from './index-now.js';
import { assign, createAttribute, type SearchResponse, searchFor } from './search-shop.js';

/** As the issue has it; the bench says how long it takes. */
const FRESH_MS = 10_000;

let platform: TestPlatform;
let vendor: TestVendor;
let mine: HttpClient;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'search', 'relay'] });
  const { container, http } = platform;
  vendor = await createVendor(container);
  mine = http.as(vendor.token);
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

let count = 0;

/** A product in the index, with a title that finds it alone. */
async function product(
  fields: Parameters<typeof createProduct>[2] = {},
): Promise<TestProduct & { q: string }> {
  count += 1;
  const q = `unmistakable${'abcdefghij'[count % 10] ?? ''}${'klmnopqrst'[Math.floor(count / 10)] ?? ''}`;
  const made = await createProduct(platform.container, vendor.vendorId, { title: `Lamp ${q}`, ...fields });
  await indexNow(platform.container);
  return { ...made, q };
}

type Found = SearchResponse['products'][number] | undefined;

/** Waits until what the search finds of the product is as expected. */
async function becomes(q: string, expected: (found: Found, data: SearchResponse) => void): Promise<void> {
  await eventually(async () => {
    const { data } = (await searchFor(platform.http, { q })).body;
    expected(data.products[0], data);
  }, FRESH_MS);
}

const isGone = (found: Found) => expect(found).toBeUndefined();
const isThere = (found: Found) => expect(found).toBeDefined();

it('shows a new product, its price, and what was sold', async () => {
  const { status, body } = await mine.post<{ id: string; variants: { id: string }[] }>('/vendor/products', {
    title: 'Lamp singularity',
    status: 'active',
    variants: [{ price: 20_000, sku: 'SING-1' }],
  });
  expect(status).toBe(201);
  await becomes('singularity', (found) =>
    expect(found).toMatchObject({ priceStart: 20_000, inStock: false }),
  );
  const [variant] = body.data.variants;
  await mine.patch(`/vendor/products/${body.data.id}/variants/${variant?.id}`, { price: 30_000 });
  await becomes('singularity', (found) => expect(found).toMatchObject({ priceStart: 30_000 }));
  const adjust = (delta: number) =>
    mine.post(`/vendor/inventory/${variant?.id}/adjust`, { delta, reason: 'count' });
  expect((await adjust(2)).status).toBe(200);
  await becomes('singularity', (found) => expect(found?.inStock).toBe(true));
  expect((await adjust(-2)).status).toBe(200);
  await becomes('singularity', (found) => expect(found?.inStock).toBe(false));
  expect((await adjust(1)).status).toBe(200);
  await becomes('singularity', (found) => expect(found?.inStock).toBe(true));
});

it('loses what is unpublished or deleted', async () => {
  const [hidden, deleted] = [await product(), await product()];
  await mine.patch(`/vendor/products/${hidden.productId}/basics`, { visibility: 'private' });
  await mine.delete(`/vendor/products/${deleted.productId}`);
  await becomes(hidden.q, isGone);
  await becomes(deleted.q, isGone);
  await mine.patch(`/vendor/products/${hidden.productId}/basics`, { visibility: 'public' });
  await becomes(hidden.q, isThere);
});

it('shows a brand and an attribute value by their new names', async () => {
  const { container } = platform;
  const brand = await createBrand(container, { title: 'Before' });
  const colour = await createAttribute(container, 'shade', 'select', ['crimson']);
  const { q, productId } = await product({ brandId: brand.id });
  await assign(container, productId, colour.id, { valueId: colour.valueIds['crimson'] ?? '' });
  await admin.put(`/admin/brands/${brand.id}`, { title: 'Afterwards' });
  await becomes(q, (found, data) => {
    expect(found?.brand?.name).toBe('Afterwards');
    expect(data.brands.map(({ name }) => name)).toEqual(['Afterwards']);
  });
  const values = [{ id: colour.valueIds['crimson'], value: 'scarlet', sortOrder: 0 }];
  expect((await admin.put(`/admin/product-attributes/${colour.id}`, { title: 'Shade', values })).status).toBe(
    200,
  );
  await becomes(q, (_found, data) =>
    expect(data.attributes).toEqual([
      { code: 'shade', title: 'Shade', values: [{ value: 'scarlet', productCount: 1 }] },
    ]),
  );
});

it('follows a review', async () => {
  const { q, productId } = await product();
  const { buyer } = await deliverProduct(platform.container, { productId, vendorId: vendor.vendorId });
  const { body } = await platform.http
    .as(buyer.token)
    .post<{ id: string }>(`/store/products/${productId}/reviews`, { rating: 4 });
  await admin.post(`/admin/reviews/${body.data.id}/approve`);
  await becomes(q, (found) => expect(found?.rating).toEqual({ average: 4, count: 1 }));
});

it('follows special prices and publications as their instants pass', async () => {
  const soon = new Date(Date.now() + 2_500).toISOString();
  const special = await product({
    variants: [{ price: 50_000, specialPrice: 10_000, specialPriceStart: soon }],
  });
  const future = await product({ publishedAt: soon });
  // Other products may be found by their titles, which are two letters away.
  const { products } = (await searchFor(platform.http, { q: future.q })).body.data;
  expect(products.map(({ id }) => id)).not.toContain(future.productId);
  await becomes(future.q, (found) => expect(found?.id).toBe(future.productId));
  await eventually(async () => {
    const { data } = (
      await searchFor(platform.http, { q: special.q, hasActiveSpecial: true, maxPrice: 10_000 })
    ).body;
    expect(data.products).toMatchObject([{ priceStart: 10_000, hasActiveSpecial: true }]);
  }, FRESH_MS);
});

it('loses and finds again the products of a vendor that is suspended and reactivated', async () => {
  const { q } = await product();
  await admin.patch(`/admin/vendors/${vendor.vendorId}`, { status: 'suspended' });
  await becomes(q, isGone);
  await admin.patch(`/admin/vendors/${vendor.vendorId}`, { status: 'active' });
  await becomes(q, isThere);
});

it('writes one event for each document that was written or removed', async () => {
  const { productId } = await product();
  await mine.delete(`/vendor/products/${productId}`);
  await eventually(async () => {
    const events = (await platform.container
      .knex('outbox_events')
      .where({ entityId: productId })
      .where('type', 'like', 'SEARCH%')
      .orderBy('createdAt')
      .select('type', 'payload')) as { type: string; payload: Record<string, unknown> }[];
    expect(events.map(({ type }) => type)).toEqual(['SEARCH_PRODUCT_INDEXED', 'SEARCH_PRODUCT_DEINDEXED']);
    expect(events[1]?.payload).toEqual({ productId, vendorId: vendor.vendorId });
  });
});
