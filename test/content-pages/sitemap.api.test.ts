import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readSitemap } from '#db/content-pages/sitemap.query.js';
import { sitemapKinds } from '#domain/content-pages/sitemap.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createSession } from '../_support/accounts.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const slugsOf = async (kind: string) =>
  (await platform.http.get<{ slug: string }[]>(`/store/sitemap/${kind}`)).body.data.map(({ slug }) => slug);

it('lists what buyers can open, and nothing else', async () => {
  const { knex } = platform.container;
  const { vendorId } = await createVendor(platform.container);
  const shown = await createProduct(platform.container, vendorId);
  const hidden = await createProduct(platform.container, vendorId);
  await knex('products').where({ id: hidden.productId }).update({ status: 'draft' });
  expect(await slugsOf('products')).toEqual([shown.slug]);

  const root = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  expect((await root.post('/admin/categories', { title: 'Lamps' })).status).toBe(201);
  const response = await platform.http.get('/store/sitemap/categories');
  expect(response).toMatchObject({
    status: 200,
    body: { data: [{ slug: 'lamps', updatedAt: expect.any(String) }] },
  });
  expect(response.body.metadata).toEqual({ limit: 5_000, hasMore: false, nextCursor: null });
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=300/);
  expect((await platform.http.get('/store/sitemap/orders')).status).toBe(400);
});

it.each(sitemapKinds)('lists %s', async (kind) => {
  expect((await platform.http.get(`/store/sitemap/${kind}`)).status).toBe(200);
});

it('pages follow each other without a gap', async () => {
  const { knex } = platform.container;
  const root = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  for (const title of ['A', 'B', 'C']) await root.post('/admin/tags', { title });
  const now = new Date();
  const first = await readSitemap(knex, 'tags', { after: undefined, limit: 2, now });
  expect(JSON.parse(first.rows)).toMatchObject([{ slug: 'a' }, { slug: 'b' }]);
  const second = await readSitemap(knex, 'tags', { after: first.next ?? '', limit: 2, now });
  expect([JSON.parse(second.rows), second.next]).toMatchObject([[{ slug: 'c' }], null]);
});
