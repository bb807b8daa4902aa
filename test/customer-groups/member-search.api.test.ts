import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestProduct } from '../_support/products.js';
import { createBrand } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow, passRequested } from '../search/index-now.js';
import {
  pathOf,
  type SearchResponse,
  searchFor,
  type SuggestResponse,
  titlesFor,
} from '../search/search-shop.js';

let platform: TestPlatform;
let admin: HttpClient;
let member: TestBuyer;
let stranger: TestBuyer;
let groupId: string;
let privateIds: string[];
const as = ({ token }: TestBuyer) => platform.http.as(token);

/** Statements about customer groups that a search sends: the fewest of three, because one in a second looks for any. */
async function statements(http: HttpClient): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let count = 0;
    const note = ({ sql }: { sql: string }) => (count += sql.includes('customer_groups') ? 1 : 0);
    platform.container.knex.on('query', note);
    await searchFor(http, { q: 'lamp' });
    platform.container.knex.off('query', note);
    counts.push(count);
  }
  return Math.min(...counts);
}

let before: { visitor: number; customer: number; body: string };

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const { vendorId } = await createVendor(container);
  const { id: brandId } = await createBrand(container, { title: 'Aanya Crafts', slug: 'aanya' });
  const product = (title: string, fields: NewTestProduct = {}) =>
    createProduct(container, vendorId, { title, brandId, variants: [{ price: 20_000 }], ...fields });
  for (const title of ['Brass lamp', 'Clay lamp']) await product(title);
  const own = [
    await product('Zaffre lamp for members', { visibility: 'private', variants: [{ price: 90_000 }] }),
    await product('Zaffre lamp of glass', { visibility: 'private' }),
    await product('Zaffre lamp that nobody sees', { visibility: 'private' }),
  ];
  await indexNow(container);
  [member, stranger] = [await createBuyer(container), await createBuyer(container)];
  await searchFor(as(member), { q: 'lamp' });
  before = {
    visitor: await statements(http),
    customer: await statements(as(member)),
    body: await (await http.raw('GET', pathOf({ q: 'lamp' }))).text(),
  };
  const { body } = await admin.post<{ id: string }>('/admin/customer-groups', { name: `Group ${newId()}` });
  groupId = body.data.id;
  await admin.post(`/admin/customer-groups/${groupId}/members`, { userIds: [member.userId] });
  privateIds = own.map(({ productId }) => productId);
  for (const id of privateIds.slice(0, 2))
    await admin.put(`/admin/products/${id}/customer-groups`, { customerGroupIds: [groupId] });
  // The drain of the events does the same.
  await indexNow(container);
  await eventually(async () => expect(await titlesFor(as(member), { q: 'zaffre' })).toHaveLength(2));
});
afterAll(() => platform.stop());

it('members find the private products of their groups, and nobody else does', async () => {
  const found = ['Zaffre lamp for members', 'Zaffre lamp of glass'];
  expect((await titlesFor(as(member), { q: 'zaffre' })).sort()).toEqual(found);
  expect((await titlesFor(as(member), { q: 'zaff' })).sort()).toEqual(found);
  expect(await titlesFor(as(member), { q: 'lamp zaffre glass' })).toEqual(['Zaffre lamp of glass']);
  const guest = await createBuyer(platform.container, { anonymous: true });
  for (const http of [platform.http, as(stranger), as(guest)]) {
    const { products, brands, price } = (await searchFor(http, { q: 'lamp', facets: 'price' })).body.data;
    expect(products.map(({ title }) => title).sort()).toEqual(['Brass lamp', 'Clay lamp']);
    expect([brands[0]?.productCount, price]).toEqual([2, { min: 20_000, max: 20_000 }]);
    expect(await titlesFor(http, { q: 'zaffre' })).toEqual([]);
    expect(await titlesFor(http, {})).toHaveLength(2);
  }
  const { headers } = await as(member).raw('GET', pathOf({ q: 'lamp' }));
  expect(headers.get('cache-control')).toBe('private, no-store');
});

it('counts, facets, filters and pages of a member agree', async () => {
  const http = as(member);
  const search = async (query: Record<string, string | number>) => (await searchFor(http, query)).body;
  for (const facetMode of ['filtered', 'disjunctive']) {
    const { data, metadata } = await search({ q: 'lamp', facets: 'price', facetMode });
    expect(metadata).toMatchObject({ total: 4 });
    expect(data.products).toHaveLength(4);
    expect([data.brands[0]?.productCount, data.price]).toEqual([4, { min: 20_000, max: 90_000 }]);
  }
  const dear = await search({ q: 'lamp', minPrice: 50_000 });
  expect(dear.data.products.map(({ title }) => title)).toEqual(['Zaffre lamp for members']);
  expect(dear.metadata).toMatchObject({ total: 1 });
  const pages = await Promise.all(
    [1, 2].map((page) => search({ brands: 'aanya', sortBy: 'new', limit: 2, page })),
  );
  const titles = pages.flatMap(({ data }) => data.products.map(({ title }) => title));
  expect(new Set(titles).size).toBe(4);
  expect(pages.map(({ metadata }) => metadata)).toMatchObject([{ total: 4, lastPage: 2 }, { total: 4 }]);
  const listed = await http.get<SearchResponse>(pathOf({}, '/store/products'));
  expect(listed.body.data.products).toHaveLength(4);
});

it('suggestions find them for members alone', async () => {
  const suggest = async (http: HttpClient) =>
    (await http.get<SuggestResponse>(pathOf({ q: 'zaff' }, '/store/product-search/suggestions'))).body.data;
  const { products, suggestions } = await suggest(as(member));
  expect(products).toHaveLength(2);
  expect(suggestions.join(' ')).toMatch(/zaffre lamp/i);
  expect(await suggest(as(stranger))).toEqual({ products: [], suggestions: [] });
  expect(await suggest(platform.http)).toEqual({ products: [], suggestions: [] });
});

it('costs visitors no statement, and customers at most one in a second before the first product is named for a group', async () => {
  expect([before.visitor, await statements(platform.http)]).toEqual([0, 0]);
  expect(before.customer).toBeLessThanOrEqual(1);
  expect(await (await platform.http.raw('GET', pathOf({ q: 'lamp' }))).text()).toBe(before.body);
});

it('a product that changes is found as it is, and a membership that ends finds nothing more', async () => {
  const { container } = platform;
  const [first = '', second = ''] = privateIds;
  await admin.put(`/admin/products/${first}/customer-groups`, { customerGroupIds: [] });
  expect(await titlesFor(as(member), { q: 'zaffre' })).toEqual(['Zaffre lamp of glass']);
  await container.knex('products').where({ id: second }).update({ visibility: 'public' });
  await indexNow(container);
  await passRequested(container);
  expect(await titlesFor(platform.http, { q: 'zaffre' })).toEqual(['Zaffre lamp of glass']);
  await container.knex('products').where({ id: second }).update({ visibility: 'private' });
  await indexNow(container);
  expect(await titlesFor(platform.http, { q: 'zaffre' })).toEqual([]);
  expect(await titlesFor(as(member), { q: 'zaffre' })).toEqual(['Zaffre lamp of glass']);
  await admin.post(`/admin/customer-groups/${groupId}/members/remove`, { userIds: [member.userId] });
  expect(await titlesFor(as(member), { q: 'zaffre' })).toEqual([]);
  expect(await titlesFor(as(member), { q: 'lamp' })).toHaveLength(2);
});

it('a dynamic listing shows members the private products that its filters find', async () => {
  await admin.post(`/admin/customer-groups/${groupId}/members`, { userIds: [member.userId] });
  const input = { title: 'All of zaffre', filters: { q: 'zaffre' } };
  const { body } = await admin.post<{ slug: string }>('/admin/dynamic-product-listings', input);
  const of = async (http: HttpClient) => {
    const found = await http.raw('GET', `/store/dynamic-product-listings/slug/${body.data.slug}/products`);
    const { data } = (await found.json()) as { data: { products: { title: string }[] } };
    return [data.products.map(({ title }) => title).sort(), found.headers.get('cache-control')];
  };
  expect(await of(as(member))).toEqual([['Zaffre lamp of glass'], 'private, no-store']);
  for (const http of [platform.http, as(stranger)]) expect((await of(http))[0]).toEqual([]);
});
