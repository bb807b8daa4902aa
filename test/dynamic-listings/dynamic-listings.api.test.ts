import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Listing {
  id: string;
  slug: string;
  groupId: string | null;
  order: number;
  filters: object | null;
}
interface Group {
  id: string;
  title: string;
  slug: string;
  listings: Listing[];
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const groups = '/admin/dynamic-product-listing-groups';
const listings = '/admin/dynamic-product-listings';
async function newGroup(fields: object = {}): Promise<Group> {
  const response = await admin.post<Group>(groups, { title: 'Diwali', slug: `g-${newId()}`, ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}
async function newListing(fields: object = {}): Promise<Listing> {
  const response = await admin.post<Listing>(listings, { title: 'Lamps', slug: `l-${newId()}`, ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}
const store = <T>(path: string) => platform.http.get<T>(`/store/${path}`);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('listings', () => {
  it('are created, listed, changed and deleted for good, with audit and events', async () => {
    const unique = newId();
    const { body } = await admin.post<Listing>(listings, { title: `Brass Lamps ${unique}` });
    const listing = body.data;
    expect(listing).toMatchObject({ slug: `brass-lamps-${unique}`, groupId: null, order: 0, filters: null });
    expect((await admin.get<Listing[]>(`${listings}?search=${unique}`)).body.data).toEqual([listing]);
    expect((await admin.get<Listing>(`${listings}/${listing.id}`)).body.data).toEqual(listing);
    const changed = await admin.put<Listing>(`${listings}/${listing.id}`, { subtitle: 'By hand', order: 3 });
    expect(changed.body.data).toMatchObject({ subtitle: 'By hand', order: 3, slug: listing.slug });
    expect((await admin.delete(`${listings}/${listing.id}`)).status).toBe(200);
    expect((await admin.delete(`${listings}/${listing.id}`)).status).toBe(404);
    const { knex } = platform.container;
    const events = (await knex('outbox_events').where({ entityId: listing.id }).orderBy('id')) as {
      type: string;
      payload: object;
    }[];
    expect(events.map(({ payload }) => payload)).toEqual([
      { what: 'listing', change: 'created' },
      { what: 'listing', change: 'updated' },
      { what: 'listing', change: 'deleted' },
    ]);
    expect(await knex('audit_entries').where({ entityId: listing.id })).toHaveLength(3);
  });

  it('have unique slugs and groups that exist', async () => {
    const [listing, other] = [await newListing(), await newListing()];
    const refused = await admin.post(listings, { title: 'x', slug: listing.slug });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect((await admin.put(`${listings}/${other.id}`, { slug: listing.slug })).status).toBe(409);
    for (const unknown of [
      await admin.post(listings, { title: 'x', groupId: newId() }),
      await admin.put(`${listings}/${other.id}`, { groupId: newId() }),
    ])
      expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([400, 'body.groupId']);
  });

  it('keep filters as they were sent, without page and limit', async () => {
    const filters = {
      brands: ['a', 'b'],
      minPrice: 100,
      inStock: true,
      sortBy: 'new',
      attributes: { size: 's' },
    };
    const listing = await newListing({ filters: { ...filters, page: 2, limit: 5 } });
    expect(listing.filters).toEqual(filters);
    const texts = { brands: 'a,b', maxPrice: '500', withReviews: 'true', attributes: '{"size":["s"]}' };
    expect((await newListing({ filters: texts })).filters).toEqual(texts);
    const cleared = await admin.put<Listing>(`${listings}/${listing.id}`, { filters: null });
    expect(cleared.body.data.filters).toBeNull();
  });

  it.each([
    [{ colour: 'red' }, 'body.filters'],
    [{ minPrice: -1 }, 'body.filters.minPrice'],
    [{ minPrice: 5, maxPrice: 4 }, 'body.filters.maxPrice'],
    [{ sortBy: 'cheapest' }, 'body.filters.sortBy'],
    [{ attributes: '{' }, 'body.filters.attributes'],
    [{ inStock: 'yes' }, 'body.filters.inStock'],
    [{ brands: [1] }, 'body.filters.brands'],
  ])('with the filters %j are refused', async (filters, path) => {
    const refused = await admin.post(listings, { title: 'x', filters });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  });
});

describe('groups of listings', () => {
  it('hold listings in their order, and leave them behind when they are deleted', async () => {
    const group = await newGroup();
    const [a, b] = [await newListing({ groupId: group.id }), await newListing({ groupId: group.id })];
    expect([a.order, b.order]).toEqual([0, 1]);
    const path = `${groups}/${group.id}`;
    const order = { listings: [{ listingId: a.id, order: 5 }] };
    const reordered = await admin.put<Listing[]>(`${path}/listings/reorder`, order);
    expect(ids(reordered.body.data)).toEqual([b.id, a.id]);
    expect(ids((await admin.get<Group>(path)).body.data.listings)).toEqual([b.id, a.id]);
    expect(ids((await admin.get<Listing[]>(`${listings}?groupId=${group.id}`)).body.data)).toEqual([
      b.id,
      a.id,
    ]);
    const other = await newGroup();
    expect((await admin.put(`${groups}/${other.id}/listings/reorder`, order)).status).toBe(404);
    const moved = await admin.put<Listing>(`${listings}/${a.id}`, { groupId: other.id });
    expect(moved.body.data).toMatchObject({ groupId: other.id, order: 0 });
    expect((await admin.put<Group>(path, { title: 'Holi' })).body.data.title).toBe('Holi');
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.get<Listing>(`${listings}/${b.id}`)).body.data.groupId).toBeNull();
  });

  it('have unique slugs', async () => {
    const group = await newGroup();
    const refused = await admin.post(groups, { title: 'x', slug: group.slug });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
  });
});

describe('the storefront', () => {
  it('pages through groups, with the metadata of lists', async () => {
    await newGroup({ title: 'AAA first' });
    await newGroup({ title: 'AAB second' });
    const page = (query: string) => store<Group[]>(`dynamic-product-listing-groups${query}`);
    const all = await page('?limit=100');
    const total = all.body.data.length;
    expect(all.body.metadata).toEqual({ total, limit: 100, offset: 0, hasMore: false });
    expect(all.body.data.map(({ title }) => title).slice(0, 2)).toEqual(['AAA first', 'AAB second']);
    expect(all.body.data[0]).not.toHaveProperty('listings');
    const second = await page('?limit=1&offset=1');
    expect(second.body.data).toEqual([all.body.data[1]]);
    expect(second.body.metadata).toEqual({ total, limit: 1, offset: 1, hasMore: total > 2 });
    expect((await page('')).body.metadata).toMatchObject({ limit: 20 });
    const beyond = await page(`?offset=${total}`);
    expect([beyond.body.data, beyond.body.metadata]).toEqual([
      [],
      expect.objectContaining({ hasMore: false }),
    ]);
    for (const query of ['?limit=0', '?limit=101', '?offset=-1'])
      expect((await page(query)).status).toBe(400);
  });

  it('reads a group with its listings and a listing alone; both follow changes', async () => {
    const group = await newGroup();
    const listing = await newListing({ groupId: group.id, filters: { sortBy: 'new' } });
    const ofGroup = `dynamic-product-listing-groups/slug/${group.slug}`;
    const alone = `dynamic-product-listings/slug/${listing.slug}`;
    expect((await store<Group>(ofGroup)).body.data).toEqual({ ...group, listings: [listing] });
    expect((await store<Listing>(alone)).body.data).toEqual(listing);
    await admin.put(`${listings}/${listing.id}`, { order: 7 });
    await eventually(async () => {
      expect((await store<Listing>(alone)).body.data.order).toBe(7);
      expect((await store<Group>(ofGroup)).body.data.listings[0]?.order).toBe(7);
    });
    for (const path of [
      'dynamic-product-listing-groups/slug/none',
      'dynamic-product-listings/slug/none',
      'dynamic-product-listings/slug/none/products',
    ])
      expect((await store(path)).body.errorCode).toBe('NOT_FOUND');
  });
});
