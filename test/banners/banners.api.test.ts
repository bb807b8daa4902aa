import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createBrand, createCategory, createTag } from '../_support/taxonomy.js';

interface Banner {
  id: string;
  entityId: string;
  url: string;
  sortOrder: number;
  deletedAt: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function newBanner(fields: object): Promise<Banner> {
  const response = await admin.post<Banner>('/admin/banners', { image: 'a', url: '/a', ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}

const shown = async (type: string, slug: string, query = '') =>
  (await platform.http.get<Banner[]>(`/store/banners/${type}/slug/${slug}${query}`)).body.data;

describe('banners', () => {
  it('are created with defaults, with audit and event', async () => {
    const { id: entityId } = await createCategory(platform.container);
    const banner = await newBanner({ entityType: 'category', entityId });
    expect(banner).toMatchObject({
      platform: 'BOTH',
      isActive: true,
      sortOrder: 0,
      metadata: null,
      deletedAt: null,
      entityId,
    });
    const { knex } = platform.container;
    expect(await knex('outbox_events').where({ entityId: banner.id }).first()).toMatchObject({
      type: 'banner.created',
      payload: { entityType: 'category', entityId },
    });
    expect(await knex('audit_entries').where({ entityId: banner.id }).first()).toMatchObject({
      action: 'create',
    });
  });

  it.each([
    ['//evil.example/x', 400],
    ['/\\evil.example', 400],
    ['http://shop.example', 400],
    ['javascript:alert(1)', 400],
    ['', 400],
    ['/a'.padEnd(2049, 'a'), 400],
    ['https://shop.example/sale?x=1', 201],
    ['/a'.padEnd(2048, 'a'), 201],
  ])('with the url %s get %i', async (url, status) => {
    const { id: entityId } = await createCategory(platform.container);
    const body = { entityType: 'category', entityId, image: 'a', url };
    const response = await admin.post('/admin/banners', body);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body.errors?.[0]?.path).toBe('body.url');
  });

  it('need a live entry of their type, at restore too', async () => {
    const category = await createCategory(platform.container);
    const body = { entityType: 'brand', entityId: category.id, image: 'a', url: '/a' };
    expect(await admin.post('/admin/banners', body)).toMatchObject({
      status: 404,
      body: { errorCode: 'NOT_FOUND', message: 'Brand not found' },
    });
    const banner = await newBanner({ entityType: 'category', entityId: category.id });
    await admin.delete(`/admin/banners/${banner.id}`);
    await admin.delete(`/admin/categories/${category.id}`);
    expect((await admin.post(`/admin/banners/${banner.id}/restore`, {})).status).toBe(404);
    await admin.post(`/admin/categories/${category.id}/restore`, {});
    const restored = await admin.post<Banner>(`/admin/banners/${banner.id}/restore`, {});
    expect([restored.status, restored.body.data.deletedAt]).toEqual([200, null]);
    expect((await admin.post(`/admin/banners/${banner.id}/restore`, {})).status).toBe(200);
  });

  it('keep their entry when they are updated; deleted ones are not updated', async () => {
    const { id: entityId } = await createCategory(platform.container);
    const banner = await newBanner({ entityType: 'category', entityId });
    const other = await createBrand(platform.container);
    const updated = await admin.put<Banner>(`/admin/banners/${banner.id}`, {
      entityType: 'brand',
      entityId: other.id,
      url: 'https://shop.example/new',
    });
    expect(updated.body.data).toMatchObject({
      entityType: 'category',
      entityId,
      url: 'https://shop.example/new',
    });
    await admin.delete(`/admin/banners/${banner.id}`);
    expect((await admin.put(`/admin/banners/${banner.id}`, { url: '/x' })).status).toBe(404);
    expect((await admin.get<Banner>(`/admin/banners/${banner.id}`)).body.data.deletedAt).not.toBeNull();
  });

  it('are listed by filters and parameters, deleted ones on request', async () => {
    const { id: entityId } = await createTag(platform.container);
    const entry = { entityType: 'tag', entityId };
    const [web, app] = [
      await newBanner({ ...entry, platform: 'WEB' }),
      await newBanner({ ...entry, platform: 'APP', isActive: false }),
    ];
    await admin.delete(`/admin/banners/${web.id}`);
    const ids = async (query: string) =>
      (await admin.get<Banner[]>(`/admin/banners?entityId=${entityId}${query}`)).body.data.map(
        ({ id }) => id,
      );
    expect(await ids('')).toEqual([app.id]);
    expect((await ids('&filters[]=includeDeleted:eq:true')).sort()).toEqual([web.id, app.id].sort());
    expect(await ids('&filters[]=includeDeleted:eq:true&platform=WEB')).toEqual([web.id]);
    expect(await ids('&isActive=true')).toEqual([]);
    expect((await admin.get('/admin/banners?isActive=maybe')).status).toBe(400);
    const categories = await admin.get<{ id: string; bannerCount: number }[]>(`/admin/tags?limit=100`);
    expect(categories.body.data.find(({ id }) => id === entityId)?.bannerCount).toBe(1);
  });
});

describe('the banners of an entry', () => {
  it('are the active ones for the platform, in order', async () => {
    const { id: entityId, slug } = await createCategory(platform.container);
    const entry = { entityType: 'category', entityId };
    const last = await newBanner({ ...entry, sortOrder: 2 });
    const older = await newBanner({ ...entry, sortOrder: 1, platform: 'WEB' });
    const newer = await newBanner({ ...entry, sortOrder: 1, platform: 'APP' });
    await newBanner({ ...entry, isActive: false });
    const ids = async (query: string) => (await shown('category', slug, query)).map(({ id }) => id);
    expect(await ids('')).toEqual([newer.id, older.id, last.id]);
    expect(await ids('?platform=WEB')).toEqual([older.id, last.id]);
    expect(await ids('?platform=APP')).toEqual([newer.id, last.id]);
    expect((await platform.http.get(`/store/banners/category/slug/${slug}?platform=TV`)).status).toBe(400);
  });

  it('are none for an unknown slug; another type is refused by name', async () => {
    expect(await shown('brand', 'no-such-brand')).toEqual([]);
    const response = await platform.http.get('/store/banners/shop/slug/x');
    expect([response.status, response.body.errorCode]).toEqual([400, 'BAD_REQUEST']);
    expect(response.body.message).toContain('category, brand, tag, ingredient');
  });

  it('follow changes of banners and of the entry, and carry a strong tag', async () => {
    const { id: entityId, slug } = await createBrand(platform.container);
    const banner = await newBanner({ entityType: 'brand', entityId });
    const path = `/store/banners/brand/slug/${slug}`;
    const first = await fetch(platform.url + path);
    const etag = first.headers.get('etag') ?? '';
    // fetch itself would ask for a fresh copy.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await fetch(platform.url + path, { headers })).status).toBe(304);
    await admin.put(`/admin/banners/${banner.id}`, { url: '/changed' });
    await eventually(async () => expect((await shown('brand', slug))[0]?.url).toBe('/changed'));
    await admin.delete(`/admin/brands/${entityId}`);
    await eventually(async () => expect(await shown('brand', slug)).toEqual([]));
  });

  it('have a time at which they are shown, and a malformed id is not found', async () => {
    const { id: entityId, slug } = await createCategory(platform.container);
    const until = new Date(Date.now() + 2_000).toISOString();
    const ending = await newBanner({ entityType: 'category', entityId, until });
    await newBanner({ entityType: 'category', entityId, from: new Date(Date.now() + 60_000).toISOString() });
    expect(await shown('category', slug)).toEqual([
      expect.objectContaining({ id: ending.id, from: null, until }),
    ]);
    await eventually(async () => expect(await shown('category', slug)).toEqual([]));
    const path = `/admin/banners/${ending.id}`;
    expect((await admin.put(path, { from: until })).status).toBe(400);
    expect((await admin.put(path, { from: until, until: null })).status).toBe(200);
    for (const response of [
      await admin.get('/admin/banners/no-id'),
      await admin.put('/admin/banners/no-id', { url: '/x' }),
      await admin.delete('/admin/banners/no-id'),
      await admin.post('/admin/banners/no-id/restore', {}),
    ])
      expect([response.status, response.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  it('creating banners while their entry is deleted either works or is refused, never fails', async () => {
    const { id: entityId } = await createCategory(platform.container);
    const attempts = Array.from({ length: 6 }, () =>
      admin.post<Banner>('/admin/banners', { entityType: 'category', entityId, image: 'a', url: '/a' }),
    );
    const [deleted, ...made] = await Promise.all([
      admin.delete(`/admin/categories/${entityId}`),
      ...attempts,
    ]);
    expect(deleted.status).toBe(200);
    expect(made.every(({ status }) => status === 201 || status === 404)).toBe(true);
    const after = await admin.post('/admin/banners', {
      entityType: 'category',
      entityId,
      image: 'a',
      url: '/a',
    });
    expect(after.status).toBe(404);
  });
});
