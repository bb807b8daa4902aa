import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServices } from '#api/services.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from './index-now.js';
import { titlesFor } from './search-shop.js';

interface Synonym {
  id: string;
  root: string | null;
  words: string[];
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
  const { vendorId } = await createVendor(container);
  await createProduct(container, vendorId, { title: 'Brass diya' });
  await createProduct(container, vendorId, { title: 'Masala chai' });
  await indexNow(container);
});
afterAll(() => platform.stop());

const titles = (q: string) => titlesFor(platform.http, { q });
const base = '/admin/search/synonyms';

describe('synonyms', () => {
  it('are in effect within a second, changed and deleted too', async () => {
    expect(await titles('deepak')).toEqual([]);
    const created = await admin.post<Synonym>(base, { words: ['Diya', 'deepak'] });
    expect([created.status, created.body.data.root]).toEqual([201, null]);
    const { id } = created.body.data;
    await eventually(async () => expect(await titles('deepak')).toEqual(['Brass diya']));
    const item = await admin.put<Synonym>(`${base}/${id}`, { root: 'beverage', words: ['chai'] });
    expect(item.body.data).toMatchObject({ id, root: 'beverage', words: ['chai'] });
    await eventually(async () => expect(await titles('beverage')).toEqual(['Masala chai']));
    expect(await titles('deepak')).toEqual([]);
    expect((await admin.delete(`${base}/${id}`)).status).toBe(200);
    await eventually(async () => expect(await titles('beverage')).toEqual([]));
    expect((await admin.delete(`${base}/${id}`)).status).toBe(404);
    const audited = await platform.container.knex('audit_entries').where({ entityId: id }).pluck('action');
    expect(audited.sort()).toEqual(['create', 'delete', 'update']);
  });

  it('are unique, whatever the order and the case', async () => {
    expect((await admin.post(base, { words: ['sofa', 'couch'] })).status).toBe(201);
    const again = await admin.post(base, { words: ['Couch', 'SOFA'] });
    expect([again.status, again.body.reason]).toEqual([409, 'search.synonym_taken']);
    const other = await admin.post<Synonym>(base, { words: ['rug', 'carpet'] });
    const taken = await admin.put(`${base}/${other.body.data.id}`, { words: ['couch', 'sofa'] });
    expect(taken.status).toBe(409);
    const list = await admin.get<Synonym[]>(`${base}?search=couch`);
    expect(list.body.data.map(({ words }) => words)).toEqual([['sofa', 'couch']]);
  });

  it.each([
    [{ words: [] }],
    [{ words: ['alone'] }],
    [{ words: ['same', 'SAME'] }],
    [{ words: ['ok', '--'] }],
    [{ words: ['one two three four five', 'x'] }],
    [{ root: '', words: ['x'] }],
    [{ words: 'diya' }],
  ])('refuse %j', async (body) => {
    expect((await admin.post(base, body)).status).toBe(400);
  });
});

it('counts folded queries by day, and nothing that a person could be known by', async () => {
  const { container } = platform;
  const search = createServices(container).productSearch;
  const now = new Date();
  for (const q of ['Brass', 'brass ', 'BRÄSS', 'nothing-there', 'asha@example.com', '+91 98200 12345', '--'])
    await search.search({ q }, now);
  await search.search({ q: 'brass', page: 2 }, now);
  await search.flushQueries();
  const none = { clicks: 0, carts: 0, orders: 0 };
  const today = now.toISOString().slice(0, 10);
  const { body } = await admin.get<object[]>(`/admin/search/queries?from=${today}&to=${today}`);
  expect(body.data.filter((row) => /^(brass|nothing)/.test((row as { query: string }).query))).toEqual([
    { day: today, query: 'brass', searches: 3, zeroResults: 0, zeroResultShare: 0, ...none },
    { day: today, query: 'nothing there', searches: 1, zeroResults: 1, zeroResultShare: 1, ...none },
  ]);
  expect(JSON.stringify(body.data)).not.toMatch(/asha|98200/);
  const zero = await admin.get<{ query: string }[]>('/admin/search/queries?zeroResults=true');
  expect(zero.body.data.map(({ query }) => query)).toContain('nothing there');
  expect((await admin.get('/admin/search/queries?from=2026-02-02&to=2026-02-01')).status).toBe(400);
});

it('lists searches that find nothing and those that few follow, from what storefronts count', async () => {
  const { container, http } = platform;
  const { productSearch } = createServices(container);
  const now = new Date();
  const many = async (times: number, q: string) => {
    for (let n = 0; n < times; n += 1) await productSearch.search({ q }, now);
  };
  await many(12, 'chai');
  await many(3, 'unheard of');
  await many(1, 'sarees');
  await productSearch.flushQueries();
  const missed = async (kind: string) =>
    (await admin.get<{ query: string }[]>(`/admin/search/missed-queries?kind=${kind}`)).body.data;
  // No storefront reports clicks: none is low.
  expect(await missed('low-clicks')).toEqual([]);
  expect(await missed('zero-results')).toContainEqual({
    query: 'unheard of',
    searches: 3,
    zeroResults: 3,
    clicks: 0,
    carts: 0,
    orders: 0,
  });
  const events = [
    { type: 'click', q: 'Sarees' },
    { type: 'order', q: 'sarees' },
    { type: 'click', q: 'asha@example.com' },
  ];
  const counted = [];
  for (const event of events) {
    const { status, body } = await http.post<{ counted: boolean }>('/store/search-events', event);
    counted.push([status, body.data.counted]);
  }
  expect(counted).toEqual([
    [202, true],
    [202, true],
    [202, false],
  ]);
  expect((await http.post('/store/search-events', { type: 'view', q: 'x' })).status).toBe(400);
  // What nobody searched for is not counted, however often it is said to have been clicked.
  expect((await http.post('/store/search-events', { type: 'click', q: 'never searched' })).status).toBe(202);
  productSearch.countEvent('never searched', 'click');
  await productSearch.flushQueries();
  // A row of before that has no searches has no share.
  await container.knex('search_queries').insert({ day: '2026-01-05', query: 'only clicks', clicks: 1 });
  const days = await admin.get<object[]>('/admin/search/queries?limit=100');
  expect(days.status).toBe(200);
  expect(JSON.stringify(days.body.data)).not.toContain('never searched');
  expect(days.body.data).toContainEqual(
    expect.objectContaining({ query: 'only clicks', searches: 0, zeroResultShare: null }),
  );
  // Those of the API are written as it stops; here they count as another process's.
  productSearch.countEvent('sarees', 'click');
  await productSearch.flushQueries();
  expect(await missed('low-clicks')).toContainEqual({
    query: 'chai',
    searches: 12,
    zeroResults: 0,
    clicks: 0,
    carts: 0,
    orders: 0,
  });
});

it('tells the state of the index', async () => {
  const { body } = await admin.get<Record<string, unknown>>('/admin/search/index');
  expect(body.data).toMatchObject({
    engine: 'embedded',
    reachable: true,
    alias: 'products_v1',
    collections: [{ name: 'products_v1', version: 1, state: 'live', documents: 2 }],
    waiting: 0,
    failing: 0,
    oldest: null,
    failures: [],
  });
});
