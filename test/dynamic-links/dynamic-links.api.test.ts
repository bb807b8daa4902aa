import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Link {
  id: string;
  groupId: string;
  order: number;
  url: string | null;
  text: string | null;
}
interface Group {
  id: string;
  title: string;
  slug: string;
  links: Link[];
}

let platform: TestPlatform;
let admin: HttpClient;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ token } = await createSession(platform.container, { roles: ['admin'] }));
  admin = platform.http.as(token);
});
afterAll(() => platform.stop());

const base = '/admin/dynamic-link-groups';
async function newGroup(fields: object = {}): Promise<Group> {
  const response = await admin.post<Group>(base, { title: 'Footer', slug: `g-${newId()}`, ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}
async function newLink({ id }: Group, fields: object = {}): Promise<Link> {
  const response = await admin.post<Link>(`${base}/${id}/links`, { text: 'x', ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}
const show = (slug: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${platform.url}/store/dynamic-link-groups/slug/${slug}${query}`, { headers });
const shown = async (...args: Parameters<typeof show>) =>
  ((await (await show(...args)).json()) as { data: Group }).data.links.map(({ id }) => id);

describe('groups of links', () => {
  it('are created, listed, renamed and deleted for good, with audit and events', async () => {
    const unique = newId();
    const { body } = await admin.post<Group>(base, { title: `Top Menu ${unique}` });
    const group = body.data;
    expect(group.slug).toBe(`top-menu-${unique}`);
    const link = await newLink(group);
    const listed = await admin.get<Group[]>(`${base}?search=${unique}`);
    expect(listed.body.data).toEqual([group]);
    expect((await admin.get<Group>(`${base}/${group.id}`)).body.data.links).toEqual([link]);
    const renamed = await admin.put<Group>(`${base}/${group.id}`, { title: 'Menu' });
    expect(renamed.body.data).toMatchObject({ title: 'Menu', slug: group.slug });
    expect((await admin.delete(`${base}/${group.id}`)).status).toBe(200);
    expect((await admin.delete(`${base}/${group.id}`)).status).toBe(404);
    const { knex } = platform.container;
    expect(await knex('dynamic_links').where({ id: link.id })).toEqual([]);
    const events = (await knex('outbox_events').where({ entityId: group.id }).orderBy('id')) as {
      type: string;
      payload: object;
    }[];
    expect(events.map(({ payload }) => payload)).toEqual([
      { what: 'group', change: 'created' },
      { what: 'link', change: 'created', linkId: link.id },
      { what: 'group', change: 'updated' },
      { what: 'group', change: 'deleted' },
    ]);
    const audited = (await knex('audit_entries').whereIn('entityId', [group.id, link.id])) as object[];
    expect(audited).toHaveLength(4);
  });

  it('have unique slugs', async () => {
    const [group, other] = [await newGroup(), await newGroup()];
    const refused = await admin.post(base, { title: 'x', slug: group.slug });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect((await admin.put(`${base}/${other.id}`, { slug: group.slug })).body.errorCode).toBe(
      'UNIQUE_VIOLATION',
    );
  });
});

describe('links', () => {
  it('are added last, changed, reordered and deleted within their group', async () => {
    const group = await newGroup();
    const [a, b] = [await newLink(group), await newLink(group, { url: 'https://shop.example' })];
    expect([a.order, b.order]).toEqual([0, 1]);
    const path = `${base}/${group.id}/links`;
    const changed = await admin.put<Link>(`${path}/${a.id}`, { text: null, url: '/lamps' });
    expect(changed.body.data).toMatchObject({ text: null, url: '/lamps', order: 0 });
    const reordered = await admin.put<Link[]>(`${path}/reorder`, { links: [{ linkId: a.id, order: 5 }] });
    expect(reordered.body.data.map(({ id }) => id)).toEqual([b.id, a.id]);
    expect((await admin.get<Link[]>(path)).body.data.map(({ id }) => id)).toEqual([b.id, a.id]);
    expect((await admin.delete(`${path}/${b.id}`)).status).toBe(200);
    expect((await admin.delete(`${path}/${b.id}`)).status).toBe(404);
    const other = await newGroup();
    for (const response of [
      await admin.put(`${base}/${other.id}/links/${a.id}`, { text: 'x' }),
      await admin.delete(`${base}/${other.id}/links/${a.id}`),
      await admin.put(`${base}/${other.id}/links/reorder`, { links: [{ linkId: a.id, order: 1 }] }),
    ])
      expect(response.status).toBe(404);
    const twice = [1, 2].map((order) => ({ linkId: a.id, order }));
    expect((await admin.put(`${path}/reorder`, { links: twice })).status).toBe(400);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'http:shop',
    'javascript:x',
    'java\nscript:x',
    ' javascript:x',
    'DATA:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'shop://x',
    '',
  ])('with the url %j are refused', async (url) => {
    const group = await newGroup();
    const refused = await admin.post(`${base}/${group.id}/links`, { url });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.url']);
  });
});

describe('link-schemes', () => {
  it('are https, http, mailto and tel, and those of the setting', async () => {
    const group = await newGroup();
    const urls = [
      'http://shop.example',
      'https://shop.example/x',
      'mailto:help@shop.example',
      'tel:+912212345678',
    ];
    for (const url of urls) expect((await newLink(group, { url })).url).toBe(url);
    const path = `${base}/${group.id}/links`;
    const refused = await admin.post(path, { url: 'whatsapp://send?text=hi' });
    expect(refused.body.errors?.[0]).toMatchObject({ path: 'body.url', code: 'link_scheme' });
    const set = (schemes: string[]) =>
      admin.patch('/admin/settings/store', { 'content.link_schemes': schemes });
    expect((await set(['whatsapp'])).status).toBe(200);
    await eventually(async () => {
      expect((await admin.post(path, { url: 'whatsapp://send?text=hi' })).status).toBe(201);
    });
    for (const scheme of ['javascript', 'data', 'vbscript', 'file', 'What', 'a:b'])
      expect([scheme, (await set([scheme])).status]).toEqual([scheme, 400]);
  });
});

describe('from and until', () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();

  it('show a link for its time, in the memory of the process too', async () => {
    const group = await newGroup();
    const [past, until] = [later(-60_000), later(2_000)];
    const ending = await newLink(group, { from: past, until });
    const coming = await newLink(group, { from: until });
    await newLink(group, { until: past });
    expect(await shown(group.slug)).toEqual([ending.id]);
    await eventually(async () => expect(await shown(group.slug)).toEqual([coming.id]));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until) - 50);
  });

  it('an end before the beginning is refused, of a change too', async () => {
    const group = await newGroup();
    const path = `${base}/${group.id}/links`;
    const [from, until] = [later(60_000), later(30_000)];
    const refused = await admin.post(path, { from, until });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'body.until']);
    const link = await newLink(group, { from });
    expect((await admin.put(`${path}/${link.id}`, { until })).status).toBe(400);
    expect((await admin.put(`${path}/${link.id}`, { from: null, until })).status).toBe(200);
  });
});

describe('own-writes', () => {
  it('are seen by the next read of this process, without a wait', async () => {
    const group = await newGroup();
    for (let round = 0; round < 20; round += 1) {
      const before = await shown(group.slug);
      const link = await newLink(group);
      expect(await shown(group.slug)).toEqual([...before, link.id]);
    }
  });

  it('carry their revision, which a read can ask for', async () => {
    const group = await newGroup();
    const response = await fetch(`${platform.url}${base}/${group.id}/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x' }),
    });
    const revision = response.headers.get('x-content-revision') ?? '';
    expect(revision).toMatch(/^dynamic-links=\d+$/);
    const read = await show(group.slug, '', { 'x-min-revision': revision });
    expect(read.status).toBe(200);
    expect(read.headers.get('vary')).toMatch(/x-min-revision/i);
    // A revision that does not exist yet holds a read up for 200 ms and no longer.
    const began = performance.now();
    expect((await show(group.slug, '', { 'x-min-revision': 'dynamic-links=999999999' })).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(120);
    expect((await show(group.slug, '', { 'x-min-revision': 'latest' })).status).toBe(400);
  });
});

describe('the public group', () => {
  it('has its active links for the platform, which the query says before the header', async () => {
    const group = await newGroup();
    const both = await newLink(group);
    const web = await newLink(group, { platform: 'WEB' });
    const app = await newLink(group, { platform: 'APP' });
    await newLink(group, { isActive: false });
    const ids = (...links: Link[]) => links.map(({ id }) => id);
    expect(await shown(group.slug)).toEqual(ids(both, web, app));
    expect(await shown(group.slug, '?platform=BOTH')).toEqual(ids(both, web, app));
    expect(await shown(group.slug, '?platform=WEB')).toEqual(ids(both, web));
    expect(await shown(group.slug, '', { 'x-platform': 'APP' })).toEqual(ids(both, app));
    expect(await shown(group.slug, '?platform=WEB', { 'x-platform': 'APP' })).toEqual(ids(both, web));
    expect((await show(group.slug, '?platform=WEB', { 'x-platform': 'TV' })).status).toBe(200);
    expect((await show(group.slug, '?platform=TV')).status).toBe(400);
    expect((await show(group.slug, '', { 'x-platform': 'TV' })).status).toBe(400);
    const response = await show(group.slug);
    expect(response.headers.get('vary')).toMatch(/x-platform/i);
    expect(response.headers.get('cache-control')).toContain('max-age=10');
  });

  it('follows changes, and is not found when there is none', async () => {
    const group = await newGroup();
    expect(await shown(group.slug)).toEqual([]);
    const link = await newLink(group);
    await eventually(async () => expect(await shown(group.slug)).toEqual([link.id]));
    await admin.delete(`${base}/${group.id}`);
    await eventually(async () => expect((await show(group.slug)).status).toBe(404));
  });
});
