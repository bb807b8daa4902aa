import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createBrand, createCategory, createIngredient, createTag } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';
import { assign, createAttribute, type SearchResponse, searchFor } from '../search/search-shop.js';

interface Shown {
  products: (SearchResponse['products'][number] & {
    reviews?: { rating: number; authorName: string | null }[];
  })[];
  brands: SearchResponse['brands'];
  ingredients: { slug: string; productCount: number }[];
  attributes: Record<string, { title: string; values: { value: string; productCount: number }[] }>;
}

let platform: TestPlatform;
const slugs: Record<string, string> = {};
let reviewed: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  const { knex } = container;
  const [a, b] = [await createVendor(container), await createVendor(container)];
  const vendorOf = async (id: string) =>
    ((await knex('vendors').where({ id }).first('slug')) as { slug: string }).slug;
  const [brand, category, tag, ingredient] = [
    await createBrand(container),
    await createCategory(container),
    await createTag(container),
    await createIngredient(container),
  ];
  Object.assign(slugs, {
    brand: brand.slug,
    category: category.slug,
    tag: tag.slug,
    ingredient: ingredient.slug,
    vendor: await vendorOf(a.vendorId),
    vendorId: a.vendorId,
  });
  const size = await createAttribute(container, 'size', 'text');
  for (let n = 0; n < 8; n += 1) {
    const { productId } = await createSellableVariant(container, n % 2 ? a.vendorId : b.vendorId, {
      title: `Lamp ${n}`,
      price: 1_000 * (n + 1),
      onHand: n % 3 === 0 ? 0 : 5,
      variant: { sku: `L${n}` },
      product: n < 4 ? { brandId: brand.id } : {},
    });
    if (n === 1) reviewed = productId;
    if (n < 3) await knex('products_categories').insert({ productId, categoryId: category.id });
    if (n < 5) await knex('products_tags').insert({ productId, tagId: tag.id });
    if (n > 1) await knex('products_ingredients').insert({ productId, ingredientId: ingredient.id });
    await assign(container, productId, size.id, { value: n < 4 ? 's' : 'm' });
  }
  await indexNow(container);
});
afterAll(() => platform.stop());

/** The path of a new listing's products. */
async function listing(filters: object | null): Promise<string> {
  const slug = `l-${newId()}`;
  const row = { title: 'Lamps', slug, filters: JSON.stringify(filters) };
  await platform.container.knex('dynamic_listings').insert(row);
  return `/store/dynamic-product-listings/slug/${slug}/products`;
}
const show = async (path: string, query: Record<string, string> = {}) => {
  const response = await platform.http.get<Shown>(`${path}?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(200);
  return response.body;
};
const titles = ({ data }: { data: Shown }) => data.products.map(({ title }) => title);

describe('the products of a listing', () => {
  it('are those of the same search, hit by hit (listing-is-search)', async () => {
    for (const query of [
      {},
      { q: 'lamp', sortBy: 'price-desc' },
      { brands: slugs['brand'] ?? '', sortBy: 'price-asc' },
      { categories: slugs['category'] ?? '', inStock: 'true' },
      { attributes: '{"size":["s"]}', minPrice: '2000', maxPrice: '3000' },
      { hasActiveSpecial: 'true' },
      { page: '2', limit: '3', sortBy: 'new' },
    ] as Record<string, string>[]) {
      const { page, limit, ...filters } = query;
      const found = (await searchFor(platform.http, query)).body;
      const shown = await show(await listing(filters), { ...(page && { page }), ...(limit && { limit }) });
      expect(shown.data.products).toEqual(found.data.products);
      expect(shown.data.brands).toEqual(found.data.brands);
      expect(shown.metadata).toEqual(found.metadata);
      expect(shown.data.attributes).toEqual(
        Object.fromEntries(found.data.attributes.map(({ code, ...rest }) => [code, rest])),
      );
    }
  });

  it('are found by vendors, tags, ingredients and SKUs too, which the query overrides and clears', async () => {
    const everything = titles(await show(await listing(null), { sortBy: 'price-asc' }));
    expect(everything).toHaveLength(8);
    const path = await listing({ vendors: [slugs['vendor'] ?? ''], sortBy: 'price-asc' });
    const byVendor = ['Lamp 1', 'Lamp 5', 'Lamp 7', 'Lamp 3'];
    expect(titles(await show(path)).sort()).toEqual([...byVendor].sort());
    expect(titles(await show(await listing({ vendors: slugs['vendorId'] }))).sort()).toEqual(
      [...byVendor].sort(),
    );
    expect(titles(await show(path, { vendors: 'no-such-vendor' }))).toEqual([]);
    expect(titles(await show(path, { vendors: '' }))).toEqual(everything);
    expect(titles(await show(path, { skus: 'L1,L3', vendors: '' })).sort()).toEqual(['Lamp 1', 'Lamp 3']);
    expect(titles(await show(await listing({ tags: slugs['tag'] })))).toHaveLength(5);
    const { data } = await show(await listing({ ingredients: slugs['ingredient'] }));
    expect(data.products).toHaveLength(6);
    expect(data.ingredients).toEqual([
      expect.objectContaining({ slug: slugs['ingredient'], productCount: 6 }),
    ]);
  });

  it('carry their ten newest approved reviews on request, or because it is saved', async () => {
    const { container } = platform;
    for (let n = 0; n < 12; n += 1) {
      const { userId } = await createBuyer(container);
      const createdAt = new Date(Date.now() - n * 60_000);
      const status = n === 0 ? 'pending' : 'approved';
      await container
        .knex('reviews')
        .insert({ productId: reviewed, userId, rating: (n % 5) + 1, status, createdAt });
    }
    for (const shown of [
      await show(await listing({ skus: 'L1,L2' }), { withReviews: 'true' }),
      await show(await listing({ skus: 'L1,L2', withReviews: true })),
    ]) {
      const [item, other] = [...shown.data.products].sort((x, y) => x.title.localeCompare(y.title));
      expect(item?.reviews).toHaveLength(10);
      expect(item?.reviews?.[0]).toMatchObject({ rating: 2, authorName: 'Asha R.' });
      expect(JSON.stringify(item?.reviews)).not.toContain('userId');
      expect(other?.reviews).toEqual([]);
    }
    const without = await show(await listing({ skus: 'L1', withReviews: true }), { withReviews: '' });
    expect(without.data.products[0]).not.toHaveProperty('reviews');
  });

  it('refuse what the search refuses', async () => {
    const path = await listing(null);
    for (const query of [
      'limit=101',
      'page=0',
      'attributes=%7B',
      'sortBy=cheapest',
      'minPrice=-1',
      'inStock=x',
    ])
      expect((await platform.http.get(`${path}?${query}`)).status).toBe(400);
  });
});
