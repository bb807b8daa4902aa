import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Page {
  id: string;
  parentId: string | null;
  title: string;
  slug: string;
  content: string;
  status: string;
  template: string;
  publishedAt: string | null;
  deletedAt: string | null;
  metaRobots: string;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function newPage(fields: object = {}): Promise<Page> {
  const body = { title: 'Page', slug: `page-${newId()}`, content: '<p>x</p>', ...fields };
  const response = await admin.post<Page>('/admin/content-pages', body);
  expect(response.status).toBe(201);
  return response.body.data;
}
const put = (id: string, body: object) => admin.put<Page>(`/admin/content-pages/${id}`, body);
const remove = (id: string) => admin.delete<Page>(`/admin/content-pages/${id}`);
const restore = (id: string) => admin.post<Page>(`/admin/content-pages/${id}/restore`, {});
const duplicate = (id: string) => admin.post<Page>(`/admin/content-pages/${id}/duplicate`, {});
const store = (path: string) => platform.http.get<Page>(`/store/content-pages/${path}`);

describe('content pages', () => {
  it('are created as drafts with defaults, audit and event', async () => {
    const unique = newId();
    const { body } = await admin.post<Page>('/admin/content-pages', {
      title: `Über uns ${unique}`,
      content: '<p>x</p>',
    });
    const page = body.data;
    expect(page).toMatchObject({
      slug: `uber-uns-${unique}`,
      status: 'DRAFT',
      template: 'default',
      hideLowerMenu: false,
      sortOrder: 0,
      metaRobots: 'index, follow',
      publishedAt: null,
      parentId: null,
      schema: null,
      deletedAt: null,
    });
    const { knex } = platform.container;
    expect(await knex('outbox_events').where({ entityId: page.id }).first()).toMatchObject({
      type: 'content.page.changed',
      payload: { change: 'created', slug: page.slug },
    });
    const entry = (await knex('audit_entries').where({ entityId: page.id }).first()) as { after: object };
    expect(entry).toMatchObject({ entity: 'contentPage', action: 'create', after: { contentBytes: 8 } });
    expect(entry.after).not.toHaveProperty('content');
  });

  it('keep their content byte for byte, up to 1 MiB', async () => {
    const awkward = '\r\n<script>alert("\u2028\\")</script>\t<!-- é 🪔 \u0001 --></p>  ';
    const page = await newPage({ content: awkward, status: 'PUBLISHED' });
    expect(page.content).toBe(awkward);
    expect((await admin.get<Page>(`/admin/content-pages/${page.id}`)).body.data.content).toBe(awkward);
    expect((await store(`slug/${page.slug}`)).body.data.content).toBe(awkward);
    const lines = '\n'.repeat(1024 * 1024);
    expect((await newPage({ content: lines })).content).toBe(lines);
    for (const content of [`${lines}x`, 'é'.repeat(524_289), 'a\u0000b']) {
      const refused = await admin.post('/admin/content-pages', { title: 'x', slug: `x-${newId()}`, content });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.content']);
    }
  });

  it.each([
    [{ title: 'x' }, 'body.content'],
    [{ content: 'x' }, 'body.title'],
    [{ title: ' ', content: 'x' }, 'body.title'],
    [{ title: 'x', content: 'x', slug: 'Not Kebab' }, 'body.slug'],
    [{ title: 'x', content: 'x', status: 'LIVE' }, 'body.status'],
    [{ title: 'x', content: 'x', parentId: newId() }, 'body.parentId'],
  ])('%j is refused at %s', async (body, path) => {
    const response = await admin.post('/admin/content-pages', body);
    expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
    expect(response.body.errors?.[0]?.path).toBe(path);
  });

  it('keep the instant at which they were first published', async () => {
    const page = await newPage();
    const published = (await put(page.id, { status: 'PUBLISHED' })).body.data;
    expect(published.publishedAt).not.toBeNull();
    for (const status of ['DRAFT', 'PUBLISHED'])
      expect((await put(page.id, { status })).body.data.publishedAt).toBe(published.publishedAt);
    expect((await newPage({ status: 'PUBLISHED' })).publishedAt).not.toBeNull();
  });

  it('have slugs that are unique among live pages alone', async () => {
    const [page, other] = [await newPage(), await newPage()];
    const taken = { title: 'x', content: 'x', slug: page.slug };
    const refused = await admin.post('/admin/content-pages', taken);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await put(other.id, { slug: page.slug })).body.errorCode).toBe('CONFLICT');
    expect((await put(page.id, { slug: page.slug })).status).toBe(200);
    await remove(page.id);
    expect((await newPage({ slug: page.slug })).slug).toBe(page.slug);
    const restored = await restore(page.id);
    expect([restored.status, restored.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  it('are not found by writes once deleted, nor restored twice', async () => {
    const page = await newPage();
    expect((await restore(page.id)).status).toBe(404);
    expect((await remove(page.id)).body.data.deletedAt).not.toBeNull();
    expect((await remove(page.id)).status).toBe(200);
    expect((await put(page.id, { title: 'x' })).status).toBe(404);
    expect((await duplicate(page.id)).status).toBe(404);
    expect((await admin.get(`/admin/content-pages/${page.id}`)).status).toBe(200);
    expect((await restore(page.id)).body.data.deletedAt).toBeNull();
  });

  it('stay a tree: no cycles, no live page under a deleted one, at most 50 levels', async () => {
    const top = await newPage();
    const middle = await newPage({ parentId: top.id });
    const leaf = await newPage({ parentId: middle.id });
    for (const parentId of [top.id, middle.id, leaf.id]) {
      const refused = await put(top.id, { parentId });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.parentId']);
    }
    expect((await remove(middle.id)).body.errorCode).toBe('CONFLICT');
    await remove(leaf.id);
    expect((await remove(middle.id)).status).toBe(200);
    expect((await restore(leaf.id)).body.errorCode).toBe('VALIDATION_ERROR');
    let parentId = top.id;
    for (let level = 2; level <= 50; level += 1) parentId = (await newPage({ parentId })).id;
    const tooDeep = { title: 'x', content: 'x', slug: `x-${newId()}`, parentId };
    expect((await admin.post('/admin/content-pages', tooDeep)).status).toBe(400);
    expect((await put(top.id, { parentId: (await newPage()).id })).status).toBe(400);
  });

  it('are listed without content, by status, parent, text and deletion', async () => {
    const word = `word-${newId()}`;
    const top = await newPage({ title: `A ${word}`, sortOrder: 2 });
    const under = await newPage({ slug: word, parentId: top.id, sortOrder: 1, status: 'PUBLISHED' });
    const gone = await newPage({ title: word });
    await remove(gone.id);
    const list = async (query: string) => {
      const { body } = await admin.get<Page[]>(`/admin/content-pages?searchValue=${word}${query}`);
      return { ids: body.data.map(({ id }) => id), metadata: body.metadata, first: body.data[0] };
    };
    const all = await list('');
    expect(all.ids).toEqual([under.id, top.id]);
    expect(all.metadata).toEqual({ total: 2, limit: 100, offset: 0, hasMore: false });
    expect(all.first).not.toHaveProperty('content');
    expect((await list('&sortDirection=desc')).ids).toEqual([top.id, under.id]);
    expect((await list('&status=PUBLISHED')).ids).toEqual([under.id]);
    expect((await list(`&parentId=${top.id}`)).ids).toEqual([under.id]);
    expect((await list('&parentId=null')).ids).toEqual([top.id]);
    expect((await list('&includeDeleted=true')).ids).toContain(gone.id);
    expect((await list('&limit=1&offset=1')).ids).toEqual([top.id]);
    expect((await admin.get('/admin/content-pages?parentId=x')).status).toBe(400);
  });
});

describe('duplicating a page', () => {
  it('copies its live subtree as drafts, with slugs of their own', async () => {
    const top = await newPage({ title: 'Help', status: 'PUBLISHED', slug: `help-${newId()}` });
    const child = await newPage({ parentId: top.id, status: 'PUBLISHED', content: '<b>1</b>' });
    const grandchild = await newPage({ parentId: child.id });
    const gone = await newPage({ parentId: top.id });
    await remove(gone.id);
    const copy = (await duplicate(top.id)).body.data;
    expect(copy).toMatchObject({
      title: 'Help (copy)',
      slug: `${top.slug}-copy`,
      status: 'DRAFT',
      publishedAt: null,
      parentId: null,
    });
    const rows = (await platform.container
      .knex('content_pages')
      .whereIn('slug', [`${child.slug}-copy`, `${grandchild.slug}-copy`, `${gone.slug}-copy`])
      .orderBy('createdAt')) as Page[];
    const childCopy = rows.find(({ slug }) => slug === `${child.slug}-copy`);
    expect(rows).toHaveLength(2);
    expect(childCopy).toMatchObject({
      parentId: copy.id,
      title: 'Page',
      content: '<b>1</b>',
      status: 'DRAFT',
    });
    expect(rows.find(({ slug }) => slug.startsWith(grandchild.slug))?.parentId).toBe(childCopy?.id);
    expect((await duplicate(top.id)).body.data.slug).toBe(`${top.slug}-copy-2`);
  });

  it('takes at most 1,000 pages', async () => {
    const { knex } = platform.container;
    const top = await newPage();
    const children = Array.from({ length: 1_000 }, () => ({
      parentId: top.id,
      title: 'x',
      content: 'x',
      slug: newId(),
    }));
    await knex('content_pages').insert(children);
    expect((await duplicate(top.id)).body.errorCode).toBe('VALIDATION_ERROR');
    await knex('content_pages').where({ slug: children[0]?.slug }).update({ deletedAt: new Date() });
    expect((await duplicate(top.id)).status).toBe(201);
    await knex('content_pages').where({ parentId: top.id }).delete();
  });
});

describe('published pages', () => {
  it('are read by slug, drafts and deleted ones are not found; caches follow', async () => {
    const page = await newPage({ status: 'PUBLISHED' });
    const path = `slug/${page.slug}`;
    expect((await store(path)).body.data).toEqual(page);
    await put(page.id, { title: 'Renamed' });
    await eventually(async () => expect((await store(path)).body.data.title).toBe('Renamed'));
    await put(page.id, { status: 'DRAFT' });
    await eventually(async () => expect((await store(path)).status).toBe(404));
    expect((await store('slug/no-such-page')).body.errorCode).toBe('NOT_FOUND');
  });

  it('form a tree without those under unpublished pages', async () => {
    const published = { status: 'PUBLISHED' };
    const top = await newPage({ ...published, sortOrder: -5 });
    const second = await newPage({ ...published, parentId: top.id, sortOrder: 2 });
    const first = await newPage({ ...published, parentId: top.id, sortOrder: 1 });
    const draft = await newPage({ parentId: top.id });
    const hidden = await newPage({ ...published, parentId: draft.id });
    const next = await newPage({ ...published, sortOrder: -4 });
    const made = [top, second, first, draft, hidden, next].map(({ id }) => id);
    await eventually(async () => {
      const { body } = await platform.http.get<Page[]>('/store/content-pages/tree');
      const shown = body.data.map(({ id }) => id).filter((id) => made.includes(id));
      expect(shown).toEqual([top.id, first.id, second.id, next.id]);
      expect(body.data[0]).toEqual({
        id: top.id,
        parentId: null,
        title: top.title,
        slug: top.slug,
        sortOrder: -5,
      });
    });
  });
});
