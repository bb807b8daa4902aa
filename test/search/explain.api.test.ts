import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updatePopularity } from '#activities/search/update-popularity.js';
import { createServices } from '#api/services.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow, passRequested } from './index-now.js';
import { pathOf, type SuggestResponse, titlesFor } from './search-shop.js';

interface Explanation {
  found: boolean;
  place: number | null;
  total: number;
  step: number | null;
  words: { text: string; isDropped: boolean; match: { by: string; in: string } | null }[];
  bonuses: string[];
  ties: { inStock: boolean; popularity: number };
  reasons: string[];
}

let platform: TestPlatform;
let admin: HttpClient;
const ids: Record<string, string> = {};

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
  const { vendorId } = await createVendor(container);
  const lamps = await createCategory(container, { title: 'Lanterns', slug: 'lanterns' });
  for (const title of ['Copper Lantern', 'Tin Lantern', 'Glass Jar for a Lantern', 'Wooden Stool'])
    ids[title] = (await createProduct(container, vendorId, { title, categoryIds: [lamps.id] })).productId;
  ids['Draft'] = (
    await createProduct(container, vendorId, { title: 'Draft Lantern', status: 'draft' })
  ).productId;
  await indexNow(container);
});
afterAll(() => platform.stop());

const explain = async (q: string, title: string) => {
  const path = `/admin/search/explain?${new URLSearchParams({ q, productId: ids[title] ?? '' }).toString()}`;
  const { status, body } = await admin.get<Explanation>(path);
  expect(status).toBe(200);
  return body.data;
};

describe('GET /admin/search/explain', () => {
  it('says where a product stands, and how it has each word', async () => {
    const found = await explain('copper lantern', 'Copper Lantern');
    expect(found).toMatchObject({
      found: true,
      place: 1,
      total: 1,
      step: 8,
      ties: { inStock: true, popularity: 0 },
    });
    expect(found.words.map(({ text, match }) => [text, match?.by, match?.in])).toEqual([
      ['copper', 'exact', 'title'],
      ['lantern', 'exact', 'name'],
    ]);
    expect(found.bonuses).toEqual(expect.arrayContaining(['title', 'phrase', 'names']));
    expect(found.reasons).toContain('"lantern" is as the thing that the title names.');
    const jar = await explain('lantern', 'Glass Jar for a Lantern');
    expect(jar.words).toMatchObject([{ match: { by: 'exact', in: 'title' } }]);
    expect(jar.step).toBeLessThan(8);
  });

  it('says why a product is absent: a word, its status, a price, words that were left out', async () => {
    expect(await explain('copper lantern', 'Tin Lantern')).toMatchObject({
      found: false,
      place: null,
      step: null,
    });
    expect((await explain('copper lantern', 'Tin Lantern')).reasons).toContain(
      '"copper" is not in the product.',
    );
    expect((await explain('lantern', 'Draft')).reasons).toContain('The status is "draft", not "active".');
    const price = await explain('lantern under 5', 'Tin Lantern');
    expect([price.found, price.reasons.at(-1)]).toEqual([false, 'The price is not "under 5".']);
    const dropped = await explain('best tin lantern xylophone', 'Tin Lantern');
    expect(dropped.found).toBe(true);
    expect(dropped.words.filter(({ isDropped }) => isDropped).map(({ text }) => text)).toContain('xylophone');
  });

  it('refuses products that do not exist', async () => {
    const path = '/admin/search/explain?q=lamp&productId=0199c0de-7e5c-7000-8000-000000000001';
    expect((await admin.get(path)).status).toBe(404);
  });
});

describe('popularity', () => {
  it('breaks ties by the orders of the last 90 days, of which one night writes 2 % at most', async () => {
    const { container, http } = platform;
    const [first = '', second = '', third] = await titlesFor(http, { q: 'lantern' });
    const { orderId } = await createConfirmedOrder(container);
    const line = container.knex('orders_lines').where({ orderId }).limit(1).select('id');
    await container.knex('orders_lines').whereIn('id', line).update({ productId: ids[second] });
    expect(await updatePopularity(container)).toEqual({ changed: 1 });
    await passRequested(container);
    const steps = await container
      .knex('search_products')
      .where('popularity', '>', 0)
      .select('productId', 'popularity');
    expect(steps).toEqual([{ productId: ids[second], popularity: 1 }]);
    // The stool is found by the name of its category.
    expect(await titlesFor(http, { q: 'lantern' })).toEqual([second, first, third, 'Wooden Stool']);
    expect((await titlesFor(http, { sortBy: 'popular' }))[0]).toBe(second);
    expect(await updatePopularity(container)).toEqual({ changed: 0 });
  });
});

describe('suggestions', () => {
  it('complete by what others found, by categories and titles, and never by what finds nothing', async () => {
    const { container } = platform;
    const day = new Date().toISOString().slice(0, 10);
    await container.knex('search_queries').insert([
      { day, query: 'lantern copper', searches: 9, zeroResults: 0 },
      { day, query: 'lantern tin', searches: 20, zeroResults: 2 },
      { day, query: 'lantern of zinc', searches: 50, zeroResults: 10 },
      { day, query: 'lantern glass', searches: 4, zeroResults: 0 },
    ]);
    const { productSearch } = createServices(container);
    await productSearch.readPastQueries();
    const text = await productSearch.suggestText({ q: 'lant', limit: 10, variants: 'none' }, new Date());
    const { suggestions } = JSON.parse(text) as SuggestResponse;
    expect(suggestions.slice(0, 3)).toEqual(['lantern tin', 'lantern copper', 'Lanterns']);
    expect(suggestions).toContain('Copper Lantern');
    expect(suggestions).not.toContain('lantern glass');
    expect(suggestions).not.toContain('lantern of zinc');
    for (const q of suggestions)
      expect(
        (await platform.http.get<SuggestResponse>(pathOf({ q }, '/store/product-search'))).body.data.products,
      ).not.toEqual([]);
  });
});
