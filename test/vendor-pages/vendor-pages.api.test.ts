import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

interface Page {
  vendorId: string;
  slug: string;
  story: string | null;
  pictures: string[];
  logo: string | null;
}
interface Shown {
  id: string;
  slug: string;
  displayName: string;
  rating: { average: number; count: number; stars: { rating: number; count: number }[] };
  productCount: number;
  followers: number;
  since: string;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let http: HttpClient;
let productId: string;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  vendor = await createVendor(platform.container, { displayName: 'Kaveri Textiles', slug: 'kaveri' });
  http = platform.http.as(vendor.token);
  ({ productId } = await createProduct(platform.container, vendor.vendorId));
  await createProduct(platform.container, vendor.vendorId, { status: 'draft' });
});
afterAll(() => platform.stop());

const shown = async (slug: string) => platform.http.get<Shown>(`/store/vendors/slug/${slug}`);
const suspend = async (vendorId: string, status = 'suspended') =>
  expect((await admin.patch(`/admin/vendors/${vendorId}`, { status })).status).toBe(200);

/** `fetch` sends `no-cache` along with a condition unless it is told what to ask. */
const unchanged = (path: string, headers: Headers) =>
  fetch(platform.url + path, {
    headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
  });

async function rate(id: string, stars: readonly number[]): Promise<void> {
  const { knex } = platform.container;
  for (const rating of stars)
    await knex('reviews').insert({
      productId: id,
      userId: (await createBuyer(platform.container)).userId,
      rating,
      status: 'approved',
    });
  const ratingSum = stars.reduce((sum, rating) => sum + rating, 0);
  await knex('products').where({ id }).update({ ratingCount: stars.length, ratingSum });
}

describe('the page of a vendor', () => {
  it('is edited by the vendor against its tag, with audit and event, and cleaned', async () => {
    const read = await http.get<Page>('/vendor/page');
    expect(read.body.data).toMatchObject({ slug: 'kaveri', story: null, pictures: [] });
    const tag = read.headers.get('etag') ?? '';
    const body = {
      story: '<p>Woven by hand<script>alert(1)</script></p>',
      pictures: ['media/a.jpg'],
      returnPolicy: 'Within 7 days.',
    };
    const saved = await http.patch<Page>('/vendor/page', body, { 'if-match': tag });
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({
      story: '<p>Woven by hand</p>',
      pictures: ['media/a.jpg'],
      logo: null,
    });
    const stale = await http.patch<Page>('/vendor/page', { story: null }, { 'if-match': tag });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    const again = await http.patch<Page>('/vendor/page', body, {
      'if-match': saved.headers.get('etag') ?? '',
    });
    expect([again.status, again.headers.get('etag')]).toEqual([200, saved.headers.get('etag')]);
    const { knex } = platform.container;
    const events = knex('outbox_events').where({ entityId: vendor.vendorId, type: 'vendor.page.updated' });
    expect(await events).toHaveLength(1);
    expect(await knex('audit_entries').where({ entityId: vendor.vendorId })).toHaveLength(1);
    const member = await createSession(platform.container, {
      vendorId: vendor.vendorId,
      vendorRole: 'member',
    });
    expect((await platform.http.as(member.token).patch('/vendor/page', { story: null })).status).toBe(403);
  });

  it('shows shoppers no contact, tax or bank data, and is cached by its tag', async () => {
    await rate(productId, [5, 4, 4]);
    const { status, body, headers } = await shown('kaveri');
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual([
      'cover',
      'displayName',
      'followers',
      'id',
      'logo',
      'metaDescription',
      'metaTitle',
      'pictures',
      'productCount',
      'rating',
      'returnPolicy',
      'shippingPolicy',
      'since',
      'slug',
      'story',
      'updatedAt',
    ]);
    expect(body.data).toMatchObject({
      slug: 'kaveri',
      displayName: 'Kaveri Textiles',
      productCount: 1,
      followers: 0,
      rating: { average: 4.33, count: 3 },
    });
    expect(body.data.rating.stars.map(({ count }) => count)).toEqual([1, 2, 0, 0, 0]);
    expect(headers.get('cache-control')).toBe('public, max-age=10, stale-while-revalidate=60');
    const same = await unchanged('/store/vendors/slug/kaveri', headers);
    expect(same.status).toBe(304);
  });

  it('shows a change at once', async () => {
    await shown('kaveri');
    await http.patch('/vendor/profile', { displayName: 'Kaveri Looms' });
    expect((await shown('kaveri')).body.data.displayName).toBe('Kaveri Looms');
  });

  it('is not found while the vendor is suspended, and is back afterwards', async () => {
    expect((await shown('nobody')).status).toBe(404);
    await suspend(vendor.vendorId);
    expect((await shown('kaveri')).status).toBe(404);
    await suspend(vendor.vendorId, 'active');
    expect((await shown('kaveri')).status).toBe(200);
    await platform.container.knex('vendors').where({ id: vendor.vendorId }).update({ deletedAt: new Date() });
    const { token } = await createBuyer(platform.container);
    const { status } = await platform.http.as(token).put(`/store/vendors/${vendor.vendorId}/follow`);
    expect(status).toBe(404);
    await platform.container.knex('vendors').where({ id: vendor.vendorId }).update({ deletedAt: null });
  });
});

describe('the slug of a vendor', () => {
  const move = (vendorId: string, slug: string) =>
    admin.patch<Page>(`/admin/vendors/${vendorId}/page`, { slug });

  it('leads on from its former slugs, which nobody else gets', async () => {
    const { vendorId } = await createVendor(platform.container, { slug: 'narmada' });
    const other = await createVendor(platform.container, { slug: 'ganga' });
    expect((await http.patch<Page>('/vendor/page', { slug: 'mine' })).body.data.slug).toBe('kaveri');
    expect((await move(vendorId, 'narmada-crafts')).body.data.slug).toBe('narmada-crafts');
    expect((await move(vendorId, 'narmada-arts')).status).toBe(200);
    for (const slug of ['narmada', 'narmada-crafts', 'narmada-arts'])
      expect((await shown(slug)).body.data).toMatchObject({ id: vendorId, slug: 'narmada-arts' });
    for (const slug of ['narmada', 'narmada-arts'])
      expect((await move(other.vendorId, slug)).body.reason).toBe('vendors.slug_taken');
    expect((await move(vendorId, 'narmada')).body.data.slug).toBe('narmada');
    expect((await shown('narmada-arts')).body.data.slug).toBe('narmada');
    const { knex } = platform.container;
    expect(await knex('accounts_organizations').where({ slug: 'narmada' }).first('name')).toBeDefined();
  });

  it('is given to one of several who want it at the same moment', async () => {
    const vendors = await Promise.all(Array.from({ length: 4 }, () => createVendor(platform.container)));
    const moved = await Promise.all(vendors.map(({ vendorId }) => move(vendorId, 'wanted')));
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('the list of vendors', () => {
  it('has those with products on sale, by name, age and rating, with search, filters and pages', async () => {
    const { container } = platform;
    const made: Record<string, string> = {};
    for (const [name, stars] of [
      ['Listed Amber', [5]],
      ['Listed Birch', [5, 5, 5, 4, 5]],
      ['Listed Coral', [2]],
      ['Listed Dune', []],
    ] as const) {
      const { vendorId } = await createVendor(container, { displayName: name });
      const product = await createProduct(container, vendorId);
      await rate(product.productId, stars);
      made[name] = vendorId;
    }
    await createVendor(container, { displayName: 'Listed without products' });
    const gone = await createVendor(container, { displayName: 'Listed suspended', status: 'suspended' });
    await createProduct(container, gone.vendorId);
    const names = async (query: string) => {
      const { status, body } = await platform.http.get<Shown[]>(`/store/vendors?search=listed&${query}`);
      expect(status).toBe(200);
      return body.data.map(({ displayName }) => displayName.replace('Listed ', ''));
    };
    expect(await names('')).toEqual(['Amber', 'Birch', 'Coral', 'Dune']);
    expect(await names('sort=createdAt:desc')).toEqual(['Dune', 'Coral', 'Birch', 'Amber']);
    expect(await names('sort=rating:desc')).toEqual(['Birch', 'Amber', 'Coral', 'Dune']);
    expect(await names('filters[]=rating:gte:4.5')).toEqual(['Amber', 'Birch']);
    expect(await names('limit=2&page=2')).toEqual(['Coral', 'Dune']);
    const all = await platform.http.get<Shown[]>('/store/vendors');
    expect(all.body.metadata).toMatchObject({ total: 5, hasMore: false });
    expect(all.body.data.find(({ id }) => id === made['Listed Birch'])).toMatchObject({
      rating: { average: 4.8, count: 5 },
      productCount: 1,
    });
    expect(Object.keys(all.body.data[0] ?? {}).sort()).toEqual([
      'cover',
      'displayName',
      'id',
      'logo',
      'productCount',
      'rating',
      'since',
      'slug',
    ]);
    const again = await unchanged('/store/vendors', all.headers);
    expect(again.status).toBe(304);
    await suspend(made['Listed Amber'] ?? '');
    expect((await platform.http.get<Shown[]>('/store/vendors')).body.metadata?.total).toBe(4);
  });
});

describe('following', () => {
  it('happens once however often it is asked for, is counted, and ends', async () => {
    const { vendorId, slug } = await createVendor(platform.container);
    const buyers = await Promise.all(Array.from({ length: 3 }, () => createBuyer(platform.container)));
    const path = `/store/vendors/${vendorId}/follow`;
    const of = (n: number) => platform.http.as(buyers[n]?.token ?? '');
    const all = await Promise.all([0, 0, 0, 1, 1, 2].map((n) => of(n).put<{ following: boolean }>(path)));
    expect(all.map(({ status, body }) => [status, body.data.following])).toEqual(all.map(() => [200, true]));
    expect((await of(0).put<object>(path)).body.data).toEqual({ following: true, followers: 3 });
    expect((await shown(slug)).body.data.followers).toBe(3);
    for (let n = 0; n < 2; n += 1)
      expect((await of(2).delete<object>(path)).body.data).toEqual({ following: false, followers: 2 });
    expect((await shown(slug)).body.data.followers).toBe(2);
  });

  it('lists the vendors of the shopper, without those that do not sell at present', async () => {
    const [first, second] = [await createVendor(platform.container), await createVendor(platform.container)];
    const buyer = platform.http.as((await createBuyer(platform.container)).token);
    for (const { vendorId } of [first, second]) await buyer.put(`/store/vendors/${vendorId}/follow`);
    const list = async (query = '') =>
      (await buyer.get<{ id: string }[]>(`/store/followed-vendors${query}`)).body.data.map(({ id }) => id);
    expect(await list()).toEqual([second.vendorId, first.vendorId]);
    expect(await list(`?vendorId=${first.vendorId}`)).toEqual([first.vendorId]);
    await suspend(first.vendorId);
    expect(await list()).toEqual([second.vendorId]);
    await suspend(first.vendorId, 'active');
    expect(await list()).toEqual([second.vendorId, first.vendorId]);
  });

  it('a vendor that does not sell at present can be left, one that never was cannot', async () => {
    const left = await createVendor(platform.container);
    const buyer = platform.http.as((await createBuyer(platform.container)).token);
    const path = `/store/vendors/${left.vendorId}/follow`;
    await buyer.put(path);
    await suspend(left.vendorId);
    const responses = [await buyer.delete(path), await buyer.delete(path)];
    expect(responses.map(({ status, body }) => [status, body.data])).toEqual(
      responses.map(() => [200, { following: false, followers: 0 }]),
    );
    await suspend(left.vendorId, 'active');
    expect((await buyer.get('/store/followed-vendors')).body.data).toEqual([]);
    expect((await buyer.delete(`/store/vendors/${newId()}/follow`)).status).toBe(404);
  });

  it('is for signed-in shoppers, and of vendors that sell', async () => {
    const guest = await createBuyer(platform.container, { anonymous: true });
    const path = `/store/vendors/${vendor.vendorId}/follow`;
    const refused = await platform.http.as(guest.token).put(path);
    expect([refused.status, refused.body.reason]).toEqual([403, 'vendor_pages.guests_cannot_follow']);
    expect((await platform.http.put(path)).status).toBe(401);
    const gone = await createVendor(platform.container, { status: 'suspended' });
    const buyer = platform.http.as((await createBuyer(platform.container)).token);
    expect((await buyer.put(`/store/vendors/${gone.vendorId}/follow`)).status).toBe(404);
  });
});
