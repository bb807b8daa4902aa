import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import type { VendorProduct, ProductSummary } from '#domain/products/vendor-product.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { matrix } from './product-bodies.js';

let platform: TestPlatform;
let vendor: TestVendor;
let other: TestVendor;
let http: HttpClient;
let categoryId: string;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
  other = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
  ({ id: categoryId } = await createCategory(platform.container, { title: 'Shirts' }));
});
afterAll(() => platform.stop());

async function created(body: object): Promise<VendorProduct> {
  const response = await http.post<VendorProduct>('/vendor/products', body);
  expect(response).toMatchObject({ status: 201 });
  return response.body.data;
}

describe('reading', () => {
  it('shows a summary without the matrix, and only to its vendor', async () => {
    const product = await created({
      ...matrix,
      title: 'Summary',
      variants: [{ ...matrix.variants[0], sku: 'SUM' }],
    });
    await platform.container
      .knex('inventory_levels')
      .where({ variantId: product.variants[0]?.id })
      .update({ onHand: 9, reserved: 2 });
    const { status, body } = await http.get<ProductSummary>(`/vendor/products/${product.id}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: product.id,
      slug: 'summary',
      variantCount: 1,
      priceStart: 99_900,
      priceEnd: 99_900,
      totalInventory: 7,
    });
    expect(body.data).not.toHaveProperty('variants');
    for (const path of ['', '/detail']) {
      const foreign = await platform.http.as(other.token).get(`/vendor/products/${product.id}${path}`);
      expect(foreign.status).toBe(404);
      expect((await http.get(`/vendor/products/nonsense${path}`)).status).toBe(404);
    }
  });

  it('lists with search, filters, order and pages', async () => {
    const { token } = await createVendor(platform.container);
    const shop = platform.http.as(token);
    for (const [title, status, sku] of [
      ['Alpha 100%', 'active', 'A-1'],
      ['Beta', 'draft', 'B-1'],
      ['Gamma', 'archived', 'A-2'],
    ]) {
      await shop.post('/vendor/products', { title, status, variants: [{ sku }] });
    }
    const titles = async (query: string) => {
      const { body } = await shop.get<ProductSummary[]>(`/vendor/products?${query}`);
      return body.data.map(({ title }) => title);
    };
    expect(await titles('')).toEqual(['Gamma', 'Beta', 'Alpha 100%']);
    expect(await titles('sort=title:asc&limit=2&page=2')).toEqual(['Gamma']);
    expect(await titles('search=a-&sort=title:asc')).toEqual(['Alpha 100%', 'Gamma']);
    expect(await titles('search=100%25')).toEqual(['Alpha 100%']);
    expect(await titles('search=b_ta')).toEqual([]);
    expect(await titles('filters[]=status:in:draft,archived&sort=title:asc')).toEqual(['Beta', 'Gamma']);
    const page = await shop.get('/vendor/products?limit=2');
    expect(page.body.metadata).toEqual({ total: 3, limit: 2, offset: 0, hasMore: true });
    for (const bad of ['limit=101', 'page=0', 'sort=price:asc', 'filters[]=status:eq:gone']) {
      expect((await shop.get(`/vendor/products?${bad}`)).status).toBe(400);
    }
  });
});

describe('changing', () => {
  it('changes what is sent, tells of it once, and leaves the matrix', async () => {
    const product = await created({ ...matrix, title: 'Change', variants: [], categoryIds: [categoryId] });
    const path = `/vendor/products/${product.id}/basics`;
    const { body, status } = await http.patch<VendorProduct>(path, {
      title: 'Changed',
      subtitle: 'new',
      status: 'active',
      categoryIds: [],
      thumbnail: 'not here',
      options: [],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Changed',
      slug: 'change',
      subtitle: 'new',
      thumbnail: null,
      categories: [],
    });
    expect(body.data.options).toHaveLength(2);
    expect(body.data.publishedAt).toBe(body.data.updatedAt);

    const again = await http.patch<VendorProduct>(path, { title: 'Changed', categoryIds: [] });
    expect(again.body.data).toEqual(body.data);
    const events = await platform.container
      .knex('outbox_events')
      .where({ entityId: product.id })
      .orderBy('id');
    expect(events).toMatchObject([
      { type: 'catalog.product.created' },
      { type: 'catalog.product.updated', payload: { change: 'basics' } },
    ]);
  });

  it('files a product under its main category too, on every way in', async () => {
    const [sarees, silk] = await Promise.all(
      ['Sarees', 'Silk'].map((title) => createCategory(platform.container, { title })),
    );
    const ids = (product: VendorProduct) => product.categories.map(({ id }) => id).sort();
    const both = [sarees?.id, silk?.id].sort();
    const product = await created({ title: 'Saree', primaryCategoryId: sarees?.id });
    expect(ids(product)).toEqual([sarees?.id]);
    expect(
      ids(await created({ title: 'Other', primaryCategoryId: sarees?.id, categoryIds: [silk?.id] })),
    ).toEqual(both);

    const basics = `/vendor/products/${product.id}/basics`;
    const changed = async (body: object) => {
      const response = await http.patch<VendorProduct>(basics, body);
      expect(response.status).toBe(200);
      return ids(response.body.data);
    };
    expect(await changed({ categoryIds: [] })).toEqual([sarees?.id]);
    expect(await changed({ primaryCategoryId: silk?.id })).toEqual(both);
    expect(await changed({ categoryIds: [sarees?.id] })).toEqual(both);
    // Clearing the main category takes nothing out.
    expect(await changed({ primaryCategoryId: null })).toEqual(both);
    expect(await changed({ categoryIds: [], primaryCategoryId: silk?.id })).toEqual([silk?.id]);
    expect(await changed({ categoryIds: [], primaryCategoryId: null })).toEqual([]);
  });

  it('keeps the first publication, and does not publish again what was withdrawn', async () => {
    const product = await created({ title: 'Withdrawn', status: 'active' });
    const path = `/vendor/products/${product.id}/basics`;
    const draft = await http.patch<VendorProduct>(path, { status: 'draft' });
    const back = await http.patch<VendorProduct>(path, { status: 'active' });
    expect([draft, back].map(({ body }) => body.data.publishedAt)).toEqual([
      product.publishedAt,
      product.publishedAt,
    ]);
    const withdrawn = await http.patch<VendorProduct>(path, { publishedAt: null });
    expect(withdrawn.body.data.publishedAt).toBeNull();
  });

  it('refuses bad references, taken slugs and other vendors', async () => {
    await created({ title: 'Taken slug' });
    const product = await created({ title: 'Refuse' });
    const path = `/vendor/products/${product.id}/basics`;
    expect(await http.patch(path, { brandId: newId() })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.brandId' }] },
    });
    expect(await http.patch(path, { slug: 'taken-slug' })).toMatchObject({
      status: 409,
      body: { errorCode: 'UNIQUE_VIOLATION' },
    });
    expect((await http.patch(path, { title: '' })).status).toBe(400);
    expect((await platform.http.as(other.token).patch(path, { title: 'Mine' })).status).toBe(404);
    expect((await http.get<VendorProduct>(`/vendor/products/${product.id}/detail`)).body.data).toMatchObject(
      product,
    );
  });
});

describe('deleting', () => {
  it('takes variants and tabs along, frees slug and SKUs, and is repeatable', async () => {
    const body = { title: 'Delete me', variants: [{ sku: 'DEL' }], tabs: [{ title: 'Tab' }] };
    const product = await created(body);
    expect((await platform.http.as(other.token).delete(`/vendor/products/${product.id}`)).status).toBe(404);
    const first = await http.delete<ProductSummary>(`/vendor/products/${product.id}`);
    expect(first).toMatchObject({ status: 200, body: { data: { id: product.id, variantCount: 0 } } });
    const second = await http.delete<ProductSummary>(`/vendor/products/${product.id}`);
    expect(second.body.data).toEqual(first.body.data);

    const { knex } = platform.container;
    for (const table of ['products_variants', 'products_tabs']) {
      expect(await knex(table).where({ productId: product.id })).toMatchObject([
        { deletedAt: expect.any(Date) },
      ]);
    }
    for (const path of ['', '/detail']) {
      expect((await http.get(`/vendor/products/${product.id}${path}`)).status).toBe(404);
    }
    expect((await http.patch(`/vendor/products/${product.id}/basics`, { title: 'x' })).status).toBe(404);
    expect(
      await knex('outbox_events').where({ entityId: product.id, type: 'catalog.product.deleted' }),
    ).toHaveLength(1);
    expect((await created(body)).slug).toBe('delete-me');

    const listed = await http.get<ProductSummary[]>(
      '/vendor/products?search=delete-me&filters[]=includeDeleted:eq:true',
    );
    expect(listed.body.data).toHaveLength(2);
  });
});
