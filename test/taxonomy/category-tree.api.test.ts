import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

/** Categories under each other, the first at the top. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = [];
  for (let depth = 0; depth < length; depth += 1) {
    ids.push((await createCategory(platform.container, { parentId: ids.at(-1) ?? null })).id);
  }
  return ids;
}

const move = (id: string | undefined, parentId: string | null | undefined) =>
  admin.put(`/admin/categories/${id}`, { parentId });

async function parentOf(id: string | undefined): Promise<string | null> {
  const row = (await platform.container.knex('taxonomy_categories').where({ id }).first('parentId')) as {
    parentId: string | null;
  };
  return row.parentId;
}

describe('the tree of categories', () => {
  it('is read flat, with the parent of each', async () => {
    const [top, child] = await chain(2);
    const list = await platform.http.get<{ id: string; parentId: string | null }[]>(
      `/store/categories?filters[]=parentId:eq:${top}`,
    );
    expect(list.body.data).toMatchObject([{ id: child, parentId: top }]);
  });

  it('counts a product once, whether a category is its primary one, one of many, or both', async () => {
    const { container } = platform;
    const { id, title } = await createCategory(container);
    const { vendorId } = await createVendor(container);
    await createProduct(container, vendorId, { primaryCategoryId: id });
    await createProduct(container, vendorId, { categoryIds: [id] });
    await createProduct(container, vendorId, { primaryCategoryId: id, categoryIds: [id] });
    const list = await admin.get(`/admin/categories?filters[]=title:eq:${title}`);
    expect(list.body.data).toMatchObject([{ id, productCount: 3 }]);
  });

  it('takes a category to another place, and to the top', async () => {
    const [top, middle, leaf] = await chain(3);
    expect((await move(leaf, top)).status).toBe(200);
    expect(await parentOf(leaf)).toBe(top);
    expect((await move(middle, null)).status).toBe(200);
    expect(await parentOf(middle)).toBeNull();
  });

  it('refuses a category under itself or under what stands below it', async () => {
    const [top, middle, leaf] = await chain(3);
    for (const parentId of [top, middle, leaf]) {
      const refused = await move(top, parentId);
      expect([refused.status, refused.body.errorCode, refused.body.errors?.[0]?.path]).toEqual([
        400,
        'VALIDATION_ERROR',
        'body.parentId',
      ]);
    }
    expect(await parentOf(top)).toBeNull();
  });

  it('refuses a parent that is unknown or deleted', async () => {
    const gone = await createCategory(platform.container, { deletedAt: new Date() });
    const { id } = await createCategory(platform.container);
    for (const parentId of [gone.id, '0199c0de-7e5c-7000-8000-000000000001', 'nonsense']) {
      expect((await move(id, parentId)).body.errors?.[0]?.path).toBe('body.parentId');
      const created = await admin.post('/admin/categories', { title: `Under ${parentId}`, parentId });
      expect(created.body.errors?.[0]?.path).toBe('body.parentId');
    }
  });

  it('keeps a category while live ones stand under it', async () => {
    const [top, leaf] = await chain(2);
    const refused = await admin.delete(`/admin/categories/${top}`);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await admin.delete(`/admin/categories/${leaf}`)).status).toBe(200);
    expect((await admin.delete(`/admin/categories/${top}`)).status).toBe(200);

    const orphan = await admin.post(`/admin/categories/${leaf}/restore`);
    expect([orphan.status, orphan.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await admin.post(`/admin/categories/${top}/restore`)).status).toBe(200);
    expect((await admin.post(`/admin/categories/${leaf}/restore`)).status).toBe(200);
  });
});

describe('two at once', () => {
  it('cannot move two categories each below the other', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [[a, belowA], [b, belowB]] = await Promise.all([chain(2), chain(2)]);
      const responses = await Promise.all([move(a, belowB), move(b, belowA)]);
      expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
      expect([await parentOf(a), await parentOf(b)].filter((parent) => parent === null)).toHaveLength(1);
    }
  });

  it('cannot delete a category and put another under it', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [[parent], [child]] = await Promise.all([chain(1), chain(1)]);
      const [deleted, moved] = await Promise.all([
        admin.delete(`/admin/categories/${parent}`),
        move(child, parent),
      ]);
      expect([`${deleted.status} ${moved.status}`]).toEqual([deleted.status === 200 ? '200 400' : '409 200']);
    }
  });

  it('cannot restore two deleted entries of one slug', async () => {
    for (let round = 0; round < 10; round += 1) {
      const fields = { slug: `twin-${round}`, deletedAt: new Date() };
      const duplicate = await Promise.all([
        createCategory(platform.container, fields),
        createCategory(platform.container, fields),
      ]);
      const responses = await Promise.all(
        duplicate.map(({ id }) => admin.post(`/admin/categories/${id}/restore`)),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    }
  });
});
