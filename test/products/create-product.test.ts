import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createBrand, createCategory, createTag } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { matrix } from './product-bodies.js';

let platform: TestPlatform;
let vendor: TestVendor;
let other: TestVendor;
let http: HttpClient;
let brandId: string;
let categoryId: string;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
  other = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
  ({ id: brandId } = await createBrand(platform.container, { title: 'Loom' }));
  ({ id: categoryId } = await createCategory(platform.container, { title: 'Shirts' }));
});
afterAll(() => platform.stop());

async function created(body: object): Promise<VendorProduct> {
  const response = await http.post<VendorProduct>('/vendor/products', body);
  expect(response).toMatchObject({ status: 201 });
  return response.body.data;
}

async function refused(body: object): Promise<{ status: number; code?: string; paths: string[] }> {
  const before = await count();
  const response = await http.post('/vendor/products', body);
  expect(await count()).toEqual(before);
  const { errorCode: code, errors, fields } = response.body;
  return { status: response.status, code, paths: (errors ?? fields ?? []).map(({ path }) => path).sort() };
}

async function count(): Promise<unknown> {
  const { rows } = await platform.container.knex.raw<{ rows: unknown[] }>(
    `select (select count(*) from products), (select count(*) from products_variants),
       (select count(*) from inventory_levels), (select count(*) from outbox_events)`,
  );
  return rows[0];
}

describe('creating', () => {
  it('writes the whole matrix, opens the stock and tells of it', async () => {
    const product = await created({
      ...matrix,
      title: 'Indigo Kurta',
      brandId,
      primaryCategoryId: categoryId.toUpperCase(),
      categoryIds: [categoryId],
      images: ['media/a.png', 'https://images.example.com/b.jpg'],
      tabs: [{ title: 'Care', body: 'By hand' }, { title: 'Empty' }],
      unknown: 'dropped',
    });
    expect(product).toMatchObject({
      vendorId: vendor.vendorId,
      title: 'Indigo Kurta',
      slug: 'indigo-kurta',
      status: 'draft',
      visibility: 'public',
      publishedAt: null,
      brandId,
      primaryCategoryId: categoryId,
      categories: [{ id: categoryId, title: 'Shirts' }],
      tags: [],
      deletedAt: null,
      options: [
        {
          name: 'Size',
          sortOrder: 0,
          values: [
            { value: 'S', sortOrder: 0 },
            { value: 'M', sortOrder: 1 },
          ],
        },
        { name: 'Colour', sortOrder: 1, values: [{ value: 'Red' }] },
      ],
      tabs: [
        { title: 'Care', body: 'By hand', isActive: true, sortOrder: 0 },
        { title: 'Empty', body: null, isActive: true, sortOrder: 1 },
      ],
    });
    const [small, medium] = product.variants;
    expect(small).toMatchObject({
      sku: 'KURTA-S',
      price: 99_900,
      specialPrice: 79_900,
      hsnCode: '6109',
      weight: 250,
    });
    const [size, colour] = product.options;
    expect(small?.optionValueIds.toSorted()).toEqual([size?.values[0]?.id, colour?.values[0]?.id].toSorted());
    expect(medium?.optionValueIds.toSorted()).toEqual(
      [size?.values[1]?.id, colour?.values[0]?.id].toSorted(),
    );

    const { knex } = platform.container;
    const levels = await knex('inventory_levels').whereIn(
      'variantId',
      product.variants.map(({ id }) => id),
    );
    expect(levels).toMatchObject([
      { onHand: 0, trackInventory: true },
      { onHand: 0, trackInventory: true },
    ]);
    const events = await knex('outbox_events').where({ entityId: product.id });
    expect(events).toMatchObject([
      { type: 'catalog.product.created', payload: { productId: product.id, vendorId: vendor.vendorId } },
    ]);
    const audit = await knex('audit_entries').where({ entityId: product.id });
    expect(audit).toMatchObject([{ action: 'create', actorId: vendor.userId, vendorId: vendor.vendorId }]);

    const detail = await http.get<object>(`/vendor/products/${product.id}/detail`);
    expect(detail.body.data).toEqual({
      ...product,
      categoryIds: [categoryId],
      tagIds: [],
      ingredientIds: [],
      attributeGroupId: null,
      attributeAssignments: [],
    });
  });

  it('names every broken rule at once and writes nothing', async () => {
    const variants = [
      { price: 100, specialPrice: 100, hsnCode: '  ' },
      { price: -1, minQuantityPerCart: -2 },
      { weight: 0, sku: '' },
    ];
    expect(await refused({ title: ' ', variants, slug: 'Not_a_slug' })).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: [
        'body.slug',
        'body.title',
        'body.variants.0.hsnCode',
        'body.variants.1.minQuantityPerCart',
        'body.variants.1.price',
        'body.variants.2.sku',
        'body.variants.2.weight',
      ],
    });
    const crossing = [
      { price: 100, specialPrice: 100 },
      { specialPriceStart: '2026-01-02T00:00:00Z', specialPriceEnd: '2026-01-02T05:30:00+05:30' },
      { minQuantityPerCart: 3, maxQuantityPerCart: 2 },
    ];
    expect(await refused({ title: 'Rules', variants: crossing })).toMatchObject({
      status: 400,
      paths: [
        'body.variants.0.specialPrice',
        'body.variants.1.specialPriceEnd',
        'body.variants.2.maxQuantityPerCart',
      ],
    });
    expect(await refused({ title: 'NUL \u0000' })).toMatchObject({ status: 400, paths: ['body.title'] });
    expect(await refused({ title: 'x'.repeat(256) })).toMatchObject({ status: 400, paths: ['body.title'] });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'https://a:b@x.example/a.jpg',
    '../a',
  ])('takes no picture from %s, by the rule of imports', async (picture) => {
    const body = {
      title: 'Pictures',
      thumbnail: picture,
      ogImage: picture,
      images: ['media/a.png', picture],
    };
    const variants = [{ thumbnail: picture, images: [picture] }];
    expect(await refused({ ...body, variants })).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: ['images.1', 'ogImage', 'thumbnail', 'variants.0.images.0', 'variants.0.thumbnail'].map(
        (path) => `body.${path}`,
      ),
    });
  });

  it('gives the address of a picture on in its normal form', async () => {
    const product = await created({ title: 'Written out', thumbnail: ' HTTPS://x.example/a b.jpg ' });
    expect(product.thumbnail).toBe('https://x.example/a%20b.jpg');
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00'])(
    'takes no instant that the database has no year for: %s',
    async (instant) => {
      const response = await http.post('/vendor/products', {
        title: 'Out of time',
        publishedAt: instant,
        variants: [{ specialPriceStart: instant, specialPriceEnd: instant }],
      });
      const message = 'must lie between the years 0001 and 9999 in UTC';
      expect(response.status).toBe(400);
      expect(response.body.errors).toEqual(
        ['publishedAt', 'variants.0.specialPriceStart', 'variants.0.specialPriceEnd'].map((path) => ({
          path: `body.${path}`,
          message,
          code: 'invalid_format',
        })),
      );
      const query = encodeURIComponent(`createdAt:gt:${instant}`);
      const listed = await http.get(`/vendor/products?filters[]=${query}`);
      expect([listed.status, listed.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it('takes the first instant and the last one', async () => {
    const [specialPriceStart, specialPriceEnd] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    const product = await created({
      title: 'All of time',
      publishedAt: '0001-01-01T14:00:00+14:00',
      variants: [{ specialPriceStart, specialPriceEnd }],
    });
    expect(product).toMatchObject({
      publishedAt: specialPriceStart,
      variants: [{ specialPriceStart, specialPriceEnd }],
    });
  });

  it('takes the edges of the rules', async () => {
    const product = await created({
      title: 'Edges',
      variants: [
        { price: 100, specialPrice: 99, minQuantityPerCart: 2, maxQuantityPerCart: 2 },
        { specialPrice: 5, hsnCode: 'x'.repeat(32), sku: null, price: null },
      ],
    });
    expect(product.variants.map(({ price, specialPrice }) => [price, specialPrice])).toEqual([
      [100, 99],
      [null, 5],
    ]);
  });

  it('wants references to be live', async () => {
    const { id: gone } = await createTag(platform.container, { title: 'Gone' });
    await platform.container.knex('taxonomy_tags').where({ id: gone }).update({ deletedAt: new Date() });
    const body = { title: 'Refs', brandId: categoryId, categoryIds: [categoryId, newId()], tagIds: [gone] };
    expect(await refused(body)).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: ['body.brandId', 'body.categoryIds.1', 'body.tagIds.0'],
    });
    expect(await refused({ title: 'Refs', brandId: 'nonsense' })).toMatchObject({
      status: 400,
      paths: ['body.brandId'],
    });
  });

  it('wants one value of every option in each variant, and no combination twice', async () => {
    const { options } = matrix;
    const variant = (...optionValues: [string, string][]) => ({
      optionValues: optionValues.map(([optionName, value]) => ({ optionName, value })),
    });
    const variants = [
      variant(['Size', 'S']),
      variant(['Size', 'S'], ['Colour', 'Blue']),
      variant(['Size', 'S'], ['Size', 'M'], ['Colour', 'Red']),
      variant(['Fit', 'Slim']),
    ];
    expect(await refused({ title: 'Matrix', options, variants })).toMatchObject({
      status: 400,
      paths: [
        'body.variants.0.optionValues',
        'body.variants.1.optionValues.1.value',
        'body.variants.2.optionValues.1',
        'body.variants.3.optionValues.0.optionName',
      ],
    });
    const duplicate = [variant(['Size', 'S'], ['Colour', 'Red']), variant(['Colour', 'red'], ['size', 's'])];
    expect(await refused({ title: 'Matrix', options, variants: duplicate })).toEqual({
      status: 409,
      code: 'CONFLICT',
      paths: ['body.variants.1.optionValues'],
    });
    const twice = [
      { name: 'Size', values: ['S', 's'] },
      { name: 'SIZE', values: [] },
    ];
    expect(await refused({ title: 'Matrix', options: twice })).toMatchObject({
      status: 400,
      paths: ['body.options.0.values.1', 'body.options.1.name', 'body.options.1.values'],
    });
  });

  it('keeps SKUs apart within a vendor only', async () => {
    await created({ title: 'One', variants: [{ sku: 'ONE' }] });
    const again = { title: 'Two', variants: [{ sku: 'ONE' }] };
    expect(await refused(again)).toMatchObject({ status: 409, code: 'UNIQUE_VIOLATION' });
    const same = { title: 'Two', variants: [{ sku: 'TWO' }, { sku: 'TWO' }] };
    expect(await refused(same)).toMatchObject({ status: 409, code: 'UNIQUE_VIOLATION' });
    const elsewhere = await platform.http.as(other.token).post('/vendor/products', again);
    expect(elsewhere.status).toBe(201);
  });

  it('lets one of ten simultaneous products have a SKU', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        http.post('/vendor/products', { title: `Race ${index}`, variants: [{ sku: 'RACE' }] }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('gives a derived slug the next number, and refuses one that was asked for', async () => {
    const slugs = [await created({ title: 'Plain Shirt' }), await created({ title: 'Plain  shirt!' })];
    expect(slugs.map(({ slug }) => slug)).toEqual(['plain-shirt', 'plain-shirt-2']);
    await created({ title: 'Ninth', slug: 'plain-shirt-9' });
    expect((await created({ title: 'Plain Shirt' })).slug).toBe('plain-shirt-10');
    expect((await created({ title: 'नीला कुर्ता' })).slug).toMatch(/^[a-z0-9-]+$/);
    const asked = { title: 'Other', slug: 'plain-shirt' };
    expect(await refused(asked)).toEqual({ status: 409, code: 'UNIQUE_VIOLATION', paths: [] });
  });

  it('gives each of ten simultaneous products of one title a slug of its own', async () => {
    const products = await Promise.all(Array.from({ length: 10 }, () => created({ title: 'Same' })));
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(10);
  });

  it('stamps what is active and public as published', async () => {
    const draft = await created({ title: 'Draft' });
    const hidden = await created({ title: 'Hidden', status: 'active', visibility: 'private' });
    const live = await created({ title: 'Live', status: 'active' });
    const later = await created({
      title: 'Later',
      status: 'active',
      publishedAt: '2099-01-01T00:00:00+05:30',
    });
    expect([draft, hidden].map(({ publishedAt }) => publishedAt)).toEqual([null, null]);
    expect(live.publishedAt).toBe(live.createdAt);
    expect(later.publishedAt).toBe('2098-12-31T18:30:00.000Z');
  });

  it('is refused without an active vendor', async () => {
    expect((await platform.http.post('/vendor/products', { title: 'x' })).status).toBe(401);
  });
});
