import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { taxonomyKinds, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createCategory, createTaxonomyItem } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

interface Request {
  id: string;
  title: string;
  slug: string;
  status: string;
  resultingItemId: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
});
afterAll(() => platform.stop());

async function submitted(kind: string, body: object): Promise<string> {
  const response = await http.post<Request>(`/vendor/catalog/requests/${kind}`, body);
  expect(response.status).toBe(201);
  return response.body.data.id;
}

describe('a request', () => {
  it.each(taxonomyKinds)('for %s is kept as pending, with one event', async (kind) => {
    const path = `/vendor/catalog/requests/${kind}`;
    const sent = {
      title: `Moringa ${kind}`,
      description: 'Drumstick leaves',
      image: null,
      metadata: { hsn: '0709' },
    };
    const made = await http.post<Request>(path, sent);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      ...sent,
      slug: `moringa-${kind}`,
      status: 'pending',
      vendorId: vendor.vendorId,
      requestedByUserId: vendor.userId,
      rejectionReason: null,
      approvedAt: null,
      rejectedAt: null,
      resultingItemId: null,
    });
    const { id } = made.body.data;
    expect(Object.hasOwn(made.body.data, 'parentId')).toBe(taxonomyTraits[kind].tree);
    expect((await http.get<Request>(`${path}/${id}`)).body.data).toEqual(made.body.data);
    const events: unknown[] = await platform.container.knex('outbox_events').where({ entityId: id });
    expect(events).toMatchObject([
      { type: 'catalog.request.submitted', payload: { taxonomy: kind, vendorId: vendor.vendorId } },
    ]);
  });

  it('for one slug is pending once for each vendor and taxonomy, in a race too', async () => {
    const path = '/vendor/catalog/requests/brands';
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => http.post<Request>(path, { title: 'Kolam Works' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    const [refused] = responses.filter(({ status }) => status === 409);
    expect(refused?.body.errorCode).toBe('CONFLICT');
    const first = responses.find(({ status }) => status === 201)?.body.data.id ?? '';
    await submitted('tags', { title: 'Kolam Works' });
    const other = await submitted('brands', { title: 'Kolam' });
    expect((await http.put(`${path}/${other}`, { slug: 'kolam-works' })).status).toBe(409);
    const stranger = await createVendor(platform.container);
    expect((await platform.http.as(stranger.token).post(path, { title: 'Kolam Works' })).status).toBe(201);
    await admin.post(`/admin/catalog/requests/brands/${first}/reject`, { reason: 'No' });
    expect((await http.put(`${path}/${other}`, { slug: 'kolam-works' })).status).toBe(200);
  });

  it('is changed in part while it is pending', async () => {
    const id = await submitted('tags', { title: 'Hand made', description: 'Kept' });
    const path = `/vendor/catalog/requests/tags/${id}`;
    const changed = await http.put<Request>(path, { title: 'Handmade', slug: 'handmade' });
    expect(changed.body.data).toMatchObject({ title: 'Handmade', slug: 'handmade', description: 'Kept' });
    await admin.post(`/admin/catalog/requests/tags/${id}/reject`, { reason: 'No' });
    const late = await http.put(path, { title: 'Late' });
    expect([late.status, late.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  it.each([
    ['/vendor/catalog/requests/tags', { title: '' }, 'body.title'],
    ['/vendor/catalog/requests/tags', { title: 'x', slug: 'Not A Slug' }, 'body.slug'],
    ['/vendor/catalog/requests/colours', { title: 'x' }, 'path'],
    [
      '/vendor/catalog/requests/categories',
      { title: 'x', parentId: '0199c0de-7e5c-7000-8000-000000000001' },
      'body.parentId',
    ],
  ])('to %s of %j is refused', async (path, body, field) => {
    const refused = await http.post(path, body);
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.body.errors?.[0]?.path.startsWith(field)).toBe(true);
  });

  it('of another vendor, or of another taxonomy, is not found and not changed', async () => {
    const id = await submitted('brands', { title: 'Mine alone' });
    const other = platform.http.as((await createVendor(platform.container)).token);
    for (const [client, kind] of [
      [other, 'brands'],
      [http, 'tags'],
    ] as const) {
      expect((await client.get(`/vendor/catalog/requests/${kind}/${id}`)).status).toBe(404);
      expect((await client.put(`/vendor/catalog/requests/${kind}/${id}`, { title: 'Stolen' })).status).toBe(
        404,
      );
    }
    expect((await admin.post(`/admin/catalog/requests/tags/${id}/approve`)).status).toBe(404);
    expect((await other.get<unknown[]>('/vendor/catalog/requests/brands')).body.data).toEqual([]);
    expect((await http.get<Request>(`/vendor/catalog/requests/brands/${id}`)).body.data).toMatchObject({
      title: 'Mine alone',
      status: 'pending',
    });
  });
});

describe('deciding', () => {
  it.each(taxonomyKinds)('yes creates the entry, for %s', async (kind) => {
    const parentId = taxonomyTraits[kind].tree ? (await createCategory(platform.container)).id : undefined;
    const id = await submitted(kind, { title: `Approved ${kind}`, metadata: { a: 1 }, parentId });
    const approved = await admin.post<Request>(`/admin/catalog/requests/${kind}/${id}/approve`);
    expect(approved.body.data).toMatchObject({ status: 'approved', approvedAt: expect.any(String) });
    const { resultingItemId } = approved.body.data;
    const item = await admin.get(`/admin/${kind}/${resultingItemId}`);
    expect(item.body.data).toMatchObject({
      title: `Approved ${kind}`,
      slug: `approved-${kind}`,
      metadata: { a: 1 },
      ...(parentId ? { parentId } : {}),
    });
    expect((await http.get<Request>(`/vendor/catalog/requests/${kind}/${id}`)).body.data).toEqual(
      approved.body.data,
    );
  });

  it('no keeps the reason', async () => {
    const id = await submitted('tags', { title: 'Refused' });
    const url = `/admin/catalog/requests/tags/${id}/reject`;
    expect((await admin.post(url, {})).status).toBe(400);
    expect((await admin.post(url, { reason: 'There is one' })).body.data).toMatchObject({
      status: 'rejected',
      rejectionReason: 'There is one',
      rejectedAt: expect.any(String),
      resultingItemId: null,
    });
    expect((await admin.post(url, { reason: 'Again' })).status).toBe(409);
  });

  it('leaves the request pending when its entry cannot be created', async () => {
    await createTaxonomyItem(platform.container, 'brands', { slug: 'already-there' });
    const clash = await submitted('brands', { title: 'Already there' });
    const parent = await createCategory(platform.container);
    const orphan = await submitted('categories', { title: 'Orphan', parentId: parent.id });
    await admin.delete(`/admin/categories/${parent.id}`);

    const taken = await admin.post(`/admin/catalog/requests/brands/${clash}/approve`);
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect((await admin.post(`/admin/catalog/requests/categories/${orphan}/approve`)).status).toBe(400);
    const states = await platform.container
      .knex('taxonomy_requests')
      .whereIn('id', [clash, orphan])
      .pluck('status');
    expect(states).toEqual(['pending', 'pending']);
  });

  it('happens once, with other decisions and changes at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await submitted('ingredients', { title: `Raced ${round}` });
      const url = `/admin/catalog/requests/ingredients/${id}`;
      const [first, second, rejected, changed] = await Promise.all([
        admin.post<Request>(`${url}/approve`),
        admin.post<Request>(`${url}/approve`),
        admin.post<Request>(`${url}/reject`, { reason: 'No' }),
        http.put<Request>(`/vendor/catalog/requests/ingredients/${id}`, { title: `Raced ${round} changed` }),
      ]);
      expect([first.status, second.status, rejected.status].sort()).toEqual([200, 409, 409]);
      expect([200, 409]).toContain(changed.status);
      const items = await platform.http.get<Request[]>(`/store/ingredients?search=Raced ${round}`);
      expect(items.body.data).toHaveLength(rejected.status === 200 ? 0 : 1);
      const request = (await http.get<Request>(`/vendor/catalog/requests/ingredients/${id}`)).body.data;
      expect(request.resultingItemId).toBe(items.body.data[0]?.id ?? null);
      // What was approved is what the request says.
      if (items.body.data[0]) expect(items.body.data[0].title).toBe(request.title);
    }
  });

  it('needs catalogRequest:view to look and catalogRequest:decide to decide', async () => {
    const id = await submitted('tags', { title: 'Permissions' });
    const viewer = await createSession(platform.container, { permissions: ['catalogRequest:view'] });
    const looking = platform.http.as(viewer.token);
    expect((await looking.get('/admin/catalog/requests/tags')).status).toBe(200);
    expect((await looking.post(`/admin/catalog/requests/tags/${id}/approve`)).status).toBe(403);
    expect((await looking.post(`/admin/catalog/requests/tags/${id}/reject`, { reason: 'No' })).status).toBe(
      403,
    );
    expect((await http.get('/admin/catalog/requests/tags')).status).toBe(403);
  });
});

describe('lists of requests', () => {
  it('filter, sort and page, for administrators over all vendors', async () => {
    const other = await createVendor(platform.container);
    for (const title of ['Listed A', 'Listed B', 'Listed C']) await submitted('brands', { title });
    await platform.http.as(other.token).post('/vendor/catalog/requests/brands', { title: 'Listed D' });
    const titles = async (client: HttpClient, url: string) =>
      (await client.get<Request[]>(url)).body.data.map((row) => row.title);

    expect(
      await titles(http, '/vendor/catalog/requests/brands?search=listed&sort=title:asc&limit=2&page=2'),
    ).toEqual(['Listed C']);
    expect(await titles(admin, '/admin/catalog/requests/brands?search=listed&sort=title:desc')).toEqual([
      'Listed D',
      'Listed C',
      'Listed B',
      'Listed A',
    ]);
    const byVendor = `/admin/catalog/requests/brands?filters[]=vendorId:eq:${other.vendorId}&filters[]=status:eq:pending`;
    expect(await titles(admin, byVendor)).toEqual(['Listed D']);
    expect(
      (await http.get(`/vendor/catalog/requests/brands?filters[]=vendorId:eq:${other.vendorId}`)).status,
    ).toBe(400);
  });
});
