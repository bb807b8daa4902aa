import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoreProductResponse } from '#api/products/store-product.schemas.js';
import { newId } from '#lib/ids.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { plainRequest } from '../_support/plain-request.js';
import { createProduct, type NewTestProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

const NOW = new Date('2026-11-21T09:30:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

let platform: TestPlatform;
let vendor: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ clock: { now: () => NOW } });
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const create = (fields: NewTestProduct) =>
  createProduct(platform.container, vendor.vendorId, { publishedAt: at(-60), ...fields });

async function read(slug: string): Promise<StoreProductResponse> {
  const { status, body } = await platform.http.get<StoreProductResponse>(`/store/products/slug/${slug}`);
  expect(status).toBe(200);
  return body.data;
}

describe('GET /store/products/slug/:slug', () => {
  it('returns all that a page shows, to anyone', async () => {
    const { knex } = platform.container;
    const brandId = newId();
    const categoryId = newId();
    await knex('taxonomy_brands').insert({ id: brandId, title: 'Loom', slug: 'loom' });
    await knex('taxonomy_categories').insert({ id: categoryId, title: 'Shirts', slug: 'shirts' });
    const { productId, slug, variants } = await create({
      title: 'Indigo Kurta',
      publishedAt: at(-60),
      brandId,
      categoryIds: [categoryId],
      variants: [
        { options: { Size: 'S' }, price: 90_000, specialPrice: 70_000, stock: 3 },
        { options: { Size: 'M' }, price: 95_000, stock: 0 },
      ],
    });
    const tab = { productId, title: 'Care', body: 'By hand' };
    await knex('products_tabs').insert([tab, { ...tab, title: 'Off', isActive: false }]);
    await knex('inventory_levels').where({ variantId: variants[0]?.id }).update({ reserved: 1 });

    const product = await read(slug);
    expect(product).toMatchObject({
      id: productId,
      title: 'Indigo Kurta',
      publishedAt: at(-60),
      vendor: { id: vendor.vendorId, slug: vendor.slug, displayName: vendor.displayName },
      brand: { id: brandId, slug: 'loom', name: 'Loom' },
      categories: [{ id: categoryId, slug: 'shirts', title: 'Shirts' }],
      options: [{ name: 'Size', values: [{ value: 'S' }, { value: 'M' }] }],
      tabs: [{ title: 'Care' }],
      priceStart: 70_000,
      priceEnd: 95_000,
      inStock: true,
      hasActiveSpecial: true,
      rating: { average: 0, count: 0 },
    });
    expect(product.tabs).toHaveLength(1);
    expect(product.variants).toMatchObject([
      {
        price: 90_000,
        currentPrice: 70_000,
        specialPriceActive: 70_000,
        inventoryQuantity: 2,
        inStock: true,
      },
      { price: 95_000, currentPrice: 95_000, specialPriceActive: null, inventoryQuantity: 0, inStock: false },
    ]);
    expect(product.variants[0]?.optionValueIds).toEqual([product.options[0]?.values[0]?.id]);
  });

  it('takes a special price from its start to just before its end', async () => {
    const special = { price: 100, specialPrice: 60 };
    const { slug } = await create({
      variants: [
        { ...special, specialPriceStart: at(0), specialPriceEnd: at(1) },
        { ...special, specialPriceEnd: at(0) },
        { ...special, specialPriceStart: at(1) },
        { ...special, price: null },
      ],
    });
    const { variants, priceStart, priceEnd } = await read(slug);
    expect(variants.map(({ currentPrice }) => currentPrice)).toEqual([60, 100, 100, null]);
    expect([priceStart, priceEnd]).toEqual([60, 100]);
  });

  it('counts stock only where it is tracked and may not be sold ahead', async () => {
    const { slug } = await create({
      variants: [
        { stock: 0 },
        { stock: 0, allowBackorder: true },
        { stock: 0, trackInventory: false },
        { stock: 1 },
      ],
    });
    const { variants } = await read(slug);
    expect(variants.map(({ inStock }) => inStock)).toEqual([false, true, true, true]);
  });

  it('leaves out variants that were deleted or have yet to be completed', async () => {
    const { slug, variants } = await create({ variants: [{}, {}, {}] });
    const [, gone, detached] = variants;
    const { knex } = platform.container;
    await knex('products_variants').where({ id: gone?.id }).update({ deletedAt: NOW });
    await knex('products_variants').where({ id: detached?.id }).update({ detached: true });
    expect((await read(slug)).variants.map(({ id }) => id)).toEqual([variants[0]?.id]);
  });

  it('is 404 for whatever is not on sale now', async () => {
    const suspended = await createVendor(platform.container, { status: 'suspended' });
    const deleted = await create({});
    await platform.container.knex('products').where({ id: deleted.productId }).update({ deletedAt: NOW });
    const hidden = [
      await create({ status: 'draft' }),
      await create({ status: 'archived' }),
      await create({ visibility: 'private' }),
      await create({ publishedAt: null }),
      await create({ publishedAt: at(1) }),
      await createProduct(platform.container, suspended.vendorId),
      deleted,
      { slug: 'no-such-product' },
      { slug: 'Not%20a%20slug' },
    ];
    for (const { slug } of hidden) {
      const response = await platform.http.get(`/store/products/slug/${slug}`);
      expect(response).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
    }
    expect((await read((await create({ publishedAt: at(0) })).slug)).publishedAt).toBe(at(0));
  });

  it('may be kept for seconds, and says when nothing changed', async () => {
    const { slug, productId } = await create({ publishedAt: at(-1) });
    const path = `/store/products/slug/${slug}`;
    const first = await platform.http.get(path);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const etag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    const second = await plainRequest(platform.url, path, { headers });
    expect([second.status, second.body.length]).toEqual([304, 0]);
    await platform.container.knex('products').where({ id: productId }).update({ title: 'Changed' });
    const third = await plainRequest(platform.url, path, { headers });
    expect(third.status).toBe(200);
  });
});
