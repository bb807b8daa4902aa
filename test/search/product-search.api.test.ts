import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createBrand, createCategory, createTag } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from './index-now.js';
import {
  assign,
  createAttribute,
  pathOf,
  type SearchResponse,
  searchFor,
  type SuggestResponse,
  titlesFor,
} from './search-shop.js';

let platform: TestPlatform;
const HOUR = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  const { vendorId } = await createVendor(container, { slug: 'haat' });
  const suspended = await createVendor(container, { status: 'suspended' });
  const brand = await createBrand(container, { title: 'Aanya Crafts', slug: 'aanya' });
  const home = await createCategory(container, { title: 'Home', slug: 'home' });
  const lamps = await createCategory(container, {
    title: 'Lamps',
    slug: 'lamps',
    parentId: home.id,
  } as object);
  const festive = await createTag(container, { title: 'Festive', slug: 'festive' });
  const lamp = await createProduct(container, vendorId, {
    title: 'Brass Diya Lamp',
    slug: 'brass-diya-lamp',
    description: '<p>Warm <em>light</em></p>',
    brandId: brand.id,
    categoryIds: [lamps.id],
    tagIds: [festive.id],
    variants: [
      {
        price: 50_000,
        specialPrice: 40_000,
        specialPriceStart: at(-HOUR),
        specialPriceEnd: at(HOUR),
        stock: 3,
      },
      { price: 70_000, stock: 0 },
    ],
  });
  const mug = await createProduct(container, vendorId, {
    title: 'Clay Mug',
    variants: [{ price: 20_000, stock: 0 }],
  });
  await createProduct(container, vendorId, { title: 'Unpriced Bowl', variants: [{ price: null, stock: 5 }] });
  await createProduct(container, vendorId, { title: 'Draft Lamp', status: 'draft' });
  await createProduct(container, vendorId, { title: 'Private Lamp', visibility: 'private' });
  await createProduct(container, vendorId, { title: 'Unpublished Lamp', publishedAt: null });
  await createProduct(container, vendorId, { title: 'Future Lamp', publishedAt: at(HOUR) });
  await createProduct(container, suspended.vendorId, { title: 'Suspended Lamp' });
  const colour = await createAttribute(container, 'colour', 'select', ['red', 'gold']);
  const weight = await createAttribute(container, 'weight', 'number');
  await assign(container, lamp.productId, colour.id, { valueId: colour.valueIds['gold'] ?? '' });
  await assign(container, mug.productId, colour.id, { valueId: colour.valueIds['red'] ?? '' });
  await assign(container, mug.productId, weight.id, { value: '1.50', canonical: '1.5' });
  await container.knex('products').where({ id: mug.productId }).update({ ratingCount: 2, ratingSum: 9 });
  await indexNow(container);
});
afterAll(() => platform.stop());

const search = async (query: Parameters<typeof pathOf>[0] = {}) => {
  const { status, body } = await searchFor(platform.http, query);
  expect(status).toBe(200);
  return body;
};
const titles = (query: Parameters<typeof pathOf>[0] = {}) => titlesFor(platform.http, query);

describe('GET /store/product-search', () => {
  it('counts no facets where the caller wants none of them', async () => {
    const counted = await search({ q: 'lamp' });
    const { data, metadata } = await search({ q: 'lamp', facets: 'false' });
    expect(metadata).toEqual(counted.metadata);
    expect(data).toEqual({ ...counted.data, brands: [], attributes: [], ratings: [] });
    const refused = await searchFor(platform.http, { facets: 'false,price' });
    expect(refused.status).toBe(400);
  });

  it('returns the documented shape without a session', async () => {
    const { data, metadata } = await search({ q: 'brass' });
    expect(metadata).toEqual({ total: 1, items: 1, perPage: 20, currentPage: 1, lastPage: 1 });
    const [product] = data.products;
    expect(product).toMatchObject({
      title: 'Brass Diya Lamp',
      slug: 'brass-diya-lamp',
      subtitle: null,
      description: '<p>Warm <em>light</em></p>',
      priceStart: 40_000,
      priceEnd: 70_000,
      brand: { slug: 'aanya', name: 'Aanya Crafts' },
      inStock: true,
      hasActiveSpecial: true,
      rating: { average: 0, count: 0 },
    });
    expect(product?.variants[0]).toMatchObject({
      price: 50_000,
      originalPrice: 50_000,
      currentPrice: 40_000,
      specialPriceActive: 40_000,
      inventoryQuantity: 3,
    });
    expect(product?.variants[1]).toMatchObject({ currentPrice: 70_000, specialPriceActive: null });
    expect(Object.keys(product ?? {})).not.toContain('status');
    expect(data.brands).toEqual([
      { id: product?.brand?.id, slug: 'aanya', name: 'Aanya Crafts', productCount: 1 },
    ]);
    expect(data.ratings.map(({ rating }) => rating)).toEqual([5, 4, 3, 2, 1]);
    expect(data).not.toHaveProperty('categories');
  });

  it('finds only what buyers may see', async () => {
    expect((await titles()).sort()).toEqual(['Brass Diya Lamp', 'Clay Mug', 'Unpriced Bowl']);
    expect(await titles({ q: 'lamp' })).toEqual(['Brass Diya Lamp']);
  });

  it('is the list of products, too', async () => {
    const list = await platform.http.get<SearchResponse>(pathOf({ sortBy: 'price-asc' }, '/store/products'));
    const products = (await search({ sortBy: 'price-asc' })).data.products;
    expect([list.status, list.body.data.products]).toEqual([200, products]);
  });

  it.each([
    [{ brands: 'aanya,nobody' }, ['Brass Diya Lamp']],
    [{ brands: 'nobody' }, []],
    [{ brands: '' }, ['Brass Diya Lamp', 'Clay Mug', 'Unpriced Bowl']],
    [{ categories: 'lamps' }, ['Brass Diya Lamp']],
    [{ categories: 'home' }, ['Brass Diya Lamp']],
    [{ categories: 'unknown' }, []],
    [{ tag: 'festive' }, ['Brass Diya Lamp']],
    [{ attributes: '{"colour":"red"}' }, ['Clay Mug']],
    [{ attributes: '{"colour":["red","gold"]}' }, ['Brass Diya Lamp', 'Clay Mug']],
    [{ attributes: '{"colour":"red","weight":"1.50"}' }, ['Clay Mug']],
    [{ attributes: '{"weight":1.5}' }, ['Clay Mug']],
    [{ attributes: '{"unknown":"red"}' }, []],
    [{ minPrice: 60_000 }, ['Brass Diya Lamp']],
    [{ maxPrice: 30_000 }, ['Clay Mug']],
    [{ minRating: 4.5 }, ['Clay Mug']],
    [{ inStock: 'false' }, ['Clay Mug']],
    [{ hasActiveSpecial: 'true' }, ['Brass Diya Lamp']],
    [{ hasActiveSpecial: 'false' }, ['Brass Diya Lamp', 'Clay Mug', 'Unpriced Bowl']],
  ])('filters by %j', async (query, expected) => {
    expect((await titles(query as Record<string, string>)).sort()).toEqual(expected);
  });

  it('counts facets: select values in their order, numbers in canonical form', async () => {
    const { data } = await search({ facets: 'categories,price' });
    expect(data.attributes).toEqual([
      {
        code: 'colour',
        title: 'COLOUR',
        values: [
          { value: 'red', productCount: 1 },
          { value: 'gold', productCount: 1 },
        ],
      },
      { code: 'weight', title: 'WEIGHT', values: [{ value: '1.5', productCount: 1 }] },
    ]);
    expect(data.categories).toMatchObject([{ slug: 'lamps', productCount: 1 }]);
    expect(data.price).toEqual({ min: 20_000, max: 70_000 });
    expect(data.ratings.map(({ productCount }) => productCount)).toEqual([0, 1, 1, 1, 1]);
    expect((await search({ q: 'nothing-like-this' })).data).toEqual({
      products: [],
      brands: [],
      attributes: [],
      ratings: [5, 4, 3, 2, 1].map((rating) => ({ rating, productCount: 0 })),
    });
    const wide = (await search({ attributes: '{"colour":"red"}', facetMode: 'disjunctive' })).data;
    expect(wide.attributes[0]?.values.map(({ value }) => value)).toEqual(['red', 'gold']);
  });

  it('counts a browse as any other search, with whatever facets, page and order', async () => {
    const counts = async (query: Parameters<typeof pathOf>[0]) => {
      const { data, metadata } = await search({ facets: 'categories,price', ...query });
      const { products: _, ...counted } = data;
      return { counted, total: (metadata as unknown as { total: number }).total };
    };
    const narrowed = await counts({ minRating: 0 });
    expect(await counts({})).toEqual(narrowed);
    expect(await counts({ sortBy: 'price-desc', page: 2, limit: 1 })).toEqual(narrowed);
    expect((await counts({ facets: 'price' })).counted).not.toHaveProperty('categories');
  });

  it('pages, also far past the end', async () => {
    const second = await search({ limit: 2, page: 2, sortBy: 'price-asc' });
    expect(second.metadata).toEqual({ total: 3, items: 1, perPage: 2, currentPage: 2, lastPage: 2 });
    expect((await search({ page: 1000 })).metadata).toMatchObject({ total: 3, items: 0, currentPage: 1000 });
    expect((await search({ q: 'nothing-like-this' })).metadata).toMatchObject({ total: 0, lastPage: 0 });
  });

  it.each([
    ['q', { q: 'x'.repeat(201) }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 0 }],
    ['page', { page: 1001 }],
    ['page', { page: 0 }],
    ['sortBy', { sortBy: 'cheap' }],
    ['attributes', { attributes: '{"colour":' }],
    ['attributes', { attributes: '["red"]' }],
    ['minPrice', { minPrice: '12.5' }],
    ['minPrice', { minPrice: -1 }],
    ['maxPrice', { minPrice: 20, maxPrice: 10 }],
    ['maxRating', { maxRating: '5.1' }],
    ['maxRating', { minRating: 4, maxRating: 3 }],
    ['inStock', { inStock: 'yes' }],
    ['facets', { facets: 'sizes' }],
    ['facetMode', { facetMode: 'wide' }],
  ])('refuses a bad %s: %j', async (field, query) => {
    const { status, body } = await searchFor(platform.http, query as Record<string, string>);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.errors?.[0]?.path).toContain(`query.${field}`);
  });

  it.each([
    [{ minPrice: '12.5' }, 'must be a whole number of subunits, 0 or more (got "12.5")'],
    [{ minPrice: -1 }, 'must be a whole number of subunits, 0 or more (got "-1")'],
    [{ limit: 101 }, 'must be a whole number from 1 to 100 (got "101")'],
    [{ minRating: 'good' }, 'must be a number from 0 to 5 with at most four decimals (got "good")'],
  ])('says what is wrong with %j', async (query, message) => {
    const { body } = await searchFor(platform.http, query as Record<string, string>);
    expect(body.errors?.[0]?.message).toBe(message);
  });

  it('takes line breaks and tabs of a pasted text for spaces', async () => {
    expect(await titles({ q: 'brass\r\ndiya\tlamp' })).toEqual(['Brass Diya Lamp']);
  });
});

describe('compression', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const response = await platform.http.raw('GET', path, { headers: { 'accept-encoding': accepted } });
    const { data } = (await response.json()) as { data: SearchResponse };
    const { headers } = response;
    return {
      titles: data.products.map(({ title }) => title),
      encoding: headers.get('content-encoding'),
      vary: headers.get('vary'),
    };
  };

  it('packs pages over 1 KB as the client can take them, and no small ones', async () => {
    const plain = await encodingOf('/store/product-search', 'identity');
    expect(plain.encoding).toBeNull();
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const)
      expect(await encodingOf('/store/product-search', accepted)).toMatchObject({
        titles: plain.titles,
        encoding,
      });
    for (const { vary } of [plain, await encodingOf('/store/product-search', 'br')])
      expect(vary).toMatch(/accept-encoding/i);
    expect((await encodingOf('/store/product-search?q=nothing-like-this', 'br')).encoding).toBeNull();
  });
});

describe('GET /store/product-search/suggestions', () => {
  const suggest = (query: Record<string, string>) =>
    platform.http.get<SuggestResponse>(pathOf(query, '/store/product-search/suggestions'));

  it('suggests brands, titles and products', async () => {
    const { body } = await suggest({ q: 'aan' });
    expect(body.data.suggestions).toEqual(['Aanya Crafts', 'Brass Diya Lamp']);
    expect(body.data.products.map(({ slug }) => slug)).toEqual(['brass-diya-lamp']);
    expect(body).not.toHaveProperty('metadata');
    expect((await suggest({ q: 'clay m', limit: '1' })).body.data.suggestions).toEqual(['Clay Mug']);
  });

  it.each([{}, { q: 'a' }, { q: 'x'.repeat(101) }, { q: 'lamp', limit: '21' }, { q: 'lamp', limit: '0' }])(
    'refuses %j',
    async (query) => {
      const { status, body } = await suggest(query as Record<string, string>);
      expect([status, body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );
});

describe('options, attributes and codes', () => {
  beforeAll(async () => {
    const { container } = platform;
    const { vendorId } = await createVendor(container);
    const size = (value: string, fields: object) => ({ options: { Size: value, Colour: 'Teal' }, ...fields });
    const shoe = await createProduct(container, vendorId, {
      title: 'Jutti',
      variants: [
        size('8', { sku: 'JUT-8/T', price: 90_000, stock: 0 }),
        size('9', { sku: 'JUT-9/T', price: 95_000, stock: 4 }),
      ],
    });
    await container
      .knex('products_variants')
      .where({ id: shoe.variants[1]?.id })
      .update({ ean: '8901234567890', hsnCode: '6403' });
    const fabric = await createAttribute(container, 'fabric', 'select', ['Chanderi']);
    await assign(container, shoe.productId, fabric.id, { valueId: fabric.valueIds['Chanderi'] ?? '' });
    await indexNow(container);
  });

  it.each([
    ['a value of an option', 'teal'],
    ['a size', 'jutti size 9'],
    ['a value of an attribute', 'chanderi jutti'],
    ['a SKU, however its signs are written', 'jut 8t'],
    ['the beginning of a SKU', 'JUT-9'],
    ['an EAN', '8901234567890'],
    ['the beginning of an EAN', '8901234'],
    ['an HSN code', '6403'],
  ])('finds a product by %s', async (_what, q) => {
    expect(await titles({ q })).toEqual(['Jutti']);
  });

  it('knows no code by its end, nor by fewer than four characters', async () => {
    expect(await titles({ q: '4567890' })).toEqual([]);
    expect(await titles({ q: 'ju8' })).toEqual([]);
    expect(await titles({ q: '890' })).toEqual([]);
  });

  it('shows all variants, those that match, or none', async () => {
    const skus = async (query: Record<string, string | number>) =>
      (await search({ q: 'jutti', ...query })).data.products[0]?.variants.map(({ sku }) => sku);
    const both = ['JUT-8/T', 'JUT-9/T'];
    expect(await skus({})).toEqual(both);
    expect(await skus({ variants: 'none' })).toEqual([]);
    expect(await skus({ variants: 'matching' })).toEqual(both);
    expect(await skus({ variants: 'matching', q: 'jutti 8' })).toEqual(['JUT-8/T']);
    expect(await skus({ variants: 'matching', q: 'JUT-9' })).toEqual(['JUT-9/T']);
    expect(await skus({ variants: 'matching', inStock: 'true' })).toEqual(['JUT-9/T']);
    expect(await skus({ variants: 'matching', maxPrice: 90_000 })).toEqual(['JUT-8/T']);
    const { body } = await platform.http.get<SuggestResponse>(
      pathOf({ q: 'jutti', variants: 'none' }, '/store/product-search/suggestions'),
    );
    expect(body.data.products[0]?.variants).toEqual([]);
  });
});
