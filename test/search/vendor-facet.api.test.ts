import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { indexNow } from './index-now.js';
import { searchFor } from './search-shop.js';

let platform: TestPlatform;
let [asha, binu]: TestVendor[] = [];
beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  asha = await createVendor(container, { displayName: 'Asha Crafts', slug: 'asha' });
  binu = await createVendor(container, { displayName: 'Binu Looms', slug: 'binu' });
  for (const title of ['Brass lamp', 'Clay lamp']) await createProduct(container, asha.vendorId, { title });
  for (const title of ['Silk lamp', 'Silk scarf']) await createProduct(container, binu.vendorId, { title });
  await indexNow(container);
});
afterAll(() => platform.stop());

const search = async (query: Parameters<typeof searchFor>[1]) => {
  const { status, body } = await searchFor(platform.http, query);
  expect(status).toBe(200);
  return body.data;
};
const titles = async (query: Parameters<typeof searchFor>[1]) =>
  (await search(query)).products.map(({ title }) => title).sort();

it('filters by slugs and ids of vendors', async () => {
  expect(await titles({ vendors: 'asha' })).toEqual(['Brass lamp', 'Clay lamp']);
  expect(await titles({ vendors: binu?.vendorId ?? '', q: 'lamp' })).toEqual(['Silk lamp']);
  expect(await titles({ vendors: 'asha,binu' })).toHaveLength(4);
  expect(await titles({ vendors: 'nobody' })).toEqual([]);
});

it('counts vendors with their present names, with and without their own filter', async () => {
  const { vendors } = await search({ q: 'lamp', facets: 'vendors' });
  expect(vendors).toEqual([
    { id: asha?.vendorId, slug: 'asha', name: 'Asha Crafts', productCount: 2 },
    { id: binu?.vendorId, slug: 'binu', name: 'Binu Looms', productCount: 1 },
  ]);
  const counts = async (query: object) =>
    (await search({ q: 'lamp', facets: 'vendors', vendors: 'binu', ...query })).vendors?.map(
      ({ slug, productCount }) => [slug, productCount],
    );
  expect(await counts({})).toEqual([['binu', 1]]);
  expect(await counts({ facetMode: 'disjunctive' })).toEqual([
    ['asha', 2],
    ['binu', 1],
  ]);
  const { knex } = platform.container;
  await knex('vendors').where({ id: asha?.vendorId }).update({ displayName: 'Asha and Sons' });
  expect((await search({ q: 'lamp', facets: 'vendors' })).vendors?.[0]?.name).toBe('Asha and Sons');
});

it('costs a search without the facet no statement, and one with it one', async () => {
  const { knex } = platform.container;
  /** The fewest of several: other parts of the platform read at any time. */
  const statements = async (query: Parameters<typeof searchFor>[1]) => {
    const counts: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const seen: string[] = [];
      const count = ({ sql }: { sql: string }) => void seen.push(sql);
      knex.on('query', count);
      await search(query);
      knex.off('query', count);
      counts.push(seen.length);
    }
    return Math.min(...counts);
  };
  const counted = {
    without: { q: 'lamp' },
    prices: { q: 'lamp', facets: 'price' },
    vendors: { q: 'lamp', facets: 'vendors' },
  };
  const without = await statements(counted.without);
  expect(await statements(counted.prices)).toBe(without);
  expect(await statements(counted.vendors)).toBe(without + 1);
});

it('finds products by a new slug of their vendor, once the index knows it', async () => {
  const admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  const moved = await admin.patch(`/admin/vendors/${binu?.vendorId}/page`, { slug: 'binu-looms' });
  expect(moved.status).toBe(200);
  await indexNow(platform.container);
  expect(await titles({ vendors: 'binu-looms' })).toEqual(['Silk lamp', 'Silk scarf']);
  expect((await search({ q: 'silk', facets: 'vendors' })).vendors?.map(({ slug }) => slug)).toEqual([
    'binu-looms',
  ]);
});
