import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { taxonomyKinds, taxonomyTraits, type TaxonomyKind } from '#domain/taxonomy/taxonomy-kind.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createTaxonomyItem } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';

interface Item {
  id: string;
  title: string;
  slug: string;
  parentId?: string | null;
  updatedAt: string;
  deletedAt: string | null;
  bannerCount?: number;
  productCount?: number;
}

let platform: TestPlatform;
let admin: HttpClient;
const unknownId = '0199c0de-7e5c-7000-8000-000000000001';

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function eventsOf(id: string): Promise<unknown[]> {
  return platform.container.knex('outbox_events').where({ entityId: id }).orderBy('id').pluck('payload');
}

async function actionsOf(id: string): Promise<unknown[]> {
  return platform.container.knex('audit_entries').where({ entityId: id }).orderBy('id').pluck('action');
}

describe.each(taxonomyKinds.map((kind) => [kind]))('%s', (kind: TaxonomyKind) => {
  const path = `/admin/${kind}`;

  it('are created with a slug made from the title, or with the one sent', async () => {
    const made = await admin.post<Item>(path, { title: ` Crème & Ghee ${kind} `, metadata: { icon: 'jar' } });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      title: `Crème & Ghee ${kind}`,
      slug: `creme-ghee-${kind}`,
      description: null,
      image: null,
      sortOrder: 0,
      metadata: { icon: 'jar' },
      deletedAt: null,
    });
    expect(Object.hasOwn(made.body.data, 'parentId')).toBe(taxonomyTraits[kind].tree);

    const sent = await admin.post<Item>(path, { title: 'Oil', slug: 'cold-pressed', colour: 'dropped' });
    expect(sent.body.data).toMatchObject({ title: 'Oil', slug: 'cold-pressed' });
    expect(sent.body.data).not.toHaveProperty('colour');
    expect((await admin.get<Item>(`${path}/${sent.body.data.id}`)).body.data).toEqual(sent.body.data);
  });

  it('refuse what breaks a rule, naming each field', async () => {
    const refused = await admin.post(path, { title: '', slug: 'Not A Slug', sortOrder: 1.5 });
    expect(refused.status).toBe(400);
    expect(refused.body.errorCode).toBe('VALIDATION_ERROR');
    expect(refused.body.errors?.map((error) => error.path)).toEqual([
      'body.title',
      'body.slug',
      'body.sortOrder',
    ]);
  });

  it('hold slugs unique among live entries, on create, update and restore', async () => {
    const first = await createTaxonomyItem(platform.container, kind, { slug: 'taken' });
    const clash = await admin.post(path, { title: 'Taken' });
    expect([clash.status, clash.body.errorCode, clash.body.message]).toEqual([
      409,
      'UNIQUE_VIOLATION',
      'The slug is already taken',
    ]);
    const other = await createTaxonomyItem(platform.container, kind);
    expect((await admin.put(`${path}/${other.id}`, { slug: 'taken' })).status).toBe(409);

    await admin.delete(`${path}/${first.id}`);
    expect((await admin.put(`${path}/${other.id}`, { slug: 'taken' })).status).toBe(200);
    const restored = await admin.post(`${path}/${first.id}/restore`);
    expect([restored.status, restored.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect((await admin.get<Item>(`${path}/${first.id}`)).body.data.deletedAt).not.toBeNull();
  });

  it('change only what is sent, and tell of it once', async () => {
    const { id } = await createTaxonomyItem(platform.container, kind, { title: 'Old', description: 'Kept' });
    const changed = await admin.put<Item>(`${path}/${id}`, { title: 'New' });
    expect(changed.body.data).toMatchObject({ title: 'New', description: 'Kept' });
    const again = await admin.put<Item>(`${path}/${id}`, { title: 'New' });
    expect(again.body.data.updatedAt).toBe(changed.body.data.updatedAt);
    expect(await eventsOf(id)).toEqual([{ kind, change: 'updated' }]);
    const [entry] = (await platform.container.knex('audit_entries').where({ entityId: id })) as unknown[];
    expect(entry).toMatchObject({
      entity: taxonomyTraits[kind].entity,
      action: 'update',
      before: { title: 'Old' },
      after: { title: 'New' },
    });
  });

  it('are deleted softly and restored; repeats change nothing', async () => {
    const { id, slug } = await createTaxonomyItem(platform.container, kind);
    const deleted = await admin.delete<Item>(`${path}/${id}`);
    expect(deleted.status).toBe(200);
    expect((await admin.delete<Item>(`${path}/${id}`)).body.data).toEqual(deleted.body.data);
    expect((await admin.put(`${path}/${id}`, { title: 'Dead' })).status).toBe(404);
    expect((await platform.http.get(`/store/${kind}/slug/${slug}`)).status).toBe(404);

    const restored = await admin.post<Item>(`${path}/${id}/restore`);
    expect([restored.status, restored.body.data.deletedAt]).toEqual([200, null]);
    expect((await admin.post<Item>(`${path}/${id}/restore`)).body.data).toEqual(restored.body.data);
    expect((await platform.http.get(`/store/${kind}/slug/${slug}`)).status).toBe(200);
    expect(await actionsOf(id)).toEqual(['delete', 'restore']);
    expect(await eventsOf(id)).toEqual([
      { kind, change: 'deleted' },
      { kind, change: 'restored' },
    ]);
  });

  it.each([unknownId, 'not-an-id'])('respond with 404 for the id %s', async (id) => {
    const responses = await Promise.all([
      admin.get(`${path}/${id}`),
      admin.put(`${path}/${id}`, { title: 'x' }),
      admin.delete(`${path}/${id}`),
      admin.post(`${path}/${id}/restore`),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404]);
  });

  it('are listed with how many live products and banners they have', async () => {
    const { container } = platform;
    const item = await createTaxonomyItem(container, kind, { title: `Counted ${kind}` });
    const { vendorId } = await createVendor(container);
    const filing = {
      categories: { categoryIds: [item.id], primaryCategoryId: item.id },
      brands: { brandId: item.id },
      tags: { tagIds: [item.id] },
      ingredients: { ingredientIds: [item.id] },
    }[kind];
    await createProduct(container, vendorId, filing);
    await createProduct(container, vendorId, { ...filing, status: 'draft' });
    const gone = await createProduct(container, vendorId, filing);
    await container.knex('products').where({ id: gone.productId }).update({ deletedAt: new Date() });

    const list = await admin.get<Item[]>(`${path}?filters[]=title:eq:Counted ${kind}`);
    expect(list.body.data).toMatchObject([{ id: item.id, productCount: 2, bannerCount: 0 }]);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (const [index, title] of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Beta two'].entries()) {
      const deletedAt = title === 'Delta' ? new Date() : null;
      await createTaxonomyItem(platform.container, 'tags', {
        title: `List ${title}`,
        sortOrder: -index,
        deletedAt,
      });
    }
  });

  const titles = async (client: HttpClient, url: string) => {
    const { status, body } = await client.get<Item[]>(url);
    return { status, titles: body.data?.map((item) => item.title), metadata: body.metadata };
  };

  it('page, sort, search and filter', async () => {
    expect(await titles(admin, '/admin/tags?search=list&sort=title:asc&limit=2&page=2')).toEqual({
      status: 200,
      titles: ['List Beta two', 'List Gamma'],
      metadata: { total: 4, limit: 2, offset: 2, hasMore: false },
    });
    expect((await titles(admin, '/admin/tags?search=list beta&sort=sortOrder:asc')).titles).toEqual([
      'List Beta two',
      'List Beta',
    ]);
    expect((await titles(admin, '/admin/tags?filters[]=title:like:list b&sort=title:desc')).titles).toEqual([
      'List Beta two',
      'List Beta',
    ]);
    const { data } = (await admin.get<Item[]>('/admin/tags?search=list&sort=title:asc')).body;
    const some = `/store/tags?filters[]=id:in:${data[0]?.id},${data[3]?.id}&sort=title:asc`;
    expect((await titles(platform.http, some)).titles).toEqual(['List Alpha', 'List Gamma']);
  });

  it('show deleted entries to administrators that ask, to buyers never', async () => {
    const withDeleted = '?filters[]=title:like:List&filters[]=includeDeleted:eq:true';
    expect((await titles(admin, `/admin/tags${withDeleted}`)).titles).toHaveLength(5);
    expect((await titles(platform.http, `/store/tags${withDeleted}`)).status).toBe(400);
    expect((await titles(platform.http, '/store/tags?search=list&sort=title:asc')).titles).toEqual([
      'List Alpha',
      'List Beta',
      'List Beta two',
      'List Gamma',
    ]);
  });

  it.each([
    'limit=101',
    'page=0',
    'sort=slug:up',
    'filters[]=colour:eq:red',
    'filters[]=title:is:x',
    'search=%00',
  ])('refuse ?%s', async (query) => {
    expect((await admin.get(`/admin/tags?${query}`)).body.errorCode).toBe('VALIDATION_ERROR');
  });

  it('gives buyers 404 for a slug that nothing has', async () => {
    expect((await platform.http.get('/store/brands/slug/nothing')).status).toBe(404);
    expect((await platform.http.get('/store/brands/slug/%F0%9F%AB%99')).status).toBe(404);
  });
});

describe('permissions', () => {
  const operations = [
    ['taxonomy:read', 'get', ''],
    ['taxonomy:create', 'post', ''],
    ['taxonomy:read', 'get', '/:id'],
    ['taxonomy:update', 'put', '/:id'],
    ['taxonomy:delete', 'delete', '/:id'],
    ['taxonomy:update', 'post', '/:id/restore'],
  ] as const;

  it.each(operations)('%s is what %s /admin/brands%s needs', async (permission, method, suffix) => {
    const { id } = await createTaxonomyItem(platform.container, 'brands');
    const path = `/admin/brands${suffix.replace(':id', id)}`;
    const call = (client: HttpClient) =>
      method === 'get' ? client.get(path) : client[method](path, { title: `By permission ${id}` });
    const others = operations.map(([item]) => item).filter((item) => item !== permission);
    const without = await createSession(platform.container, { permissions: [...new Set(others)] });
    const having = await createSession(platform.container, { permissions: [permission] });
    expect((await call(platform.http)).status).toBe(401);
    expect((await call(platform.http.as(without.token))).status).toBe(403);
    expect([200, 201]).toContain((await call(platform.http.as(having.token))).status);
  });
});
