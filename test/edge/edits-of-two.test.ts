import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient, HttpResponse } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

const tagOf = ({ headers }: HttpResponse<unknown>) => headers.get('etag') ?? '';

async function madeBrand(): Promise<string> {
  const title = `Brand ${Math.random().toString(36).slice(2)}`;
  return `/admin/brands/${(await admin.post<{ id: string }>('/admin/brands', { title })).body.data.id}`;
}

describe('two people who edit one row', () => {
  it('at the same moment from the same state: exactly one is saved, twenty times', async () => {
    const path = await madeBrand();
    for (let round = 0; round < 20; round += 1) {
      const tag = tagOf(await admin.get(path));
      const sent = ['title', 'description'].map((name) =>
        admin.put(path, { [name]: `${name} ${round}` }, { 'if-match': tag }),
      );
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 412]);
    }
  });

  it('is told at once that somebody saved before, and goes on with the tag of what is stored', async () => {
    const path = await madeBrand();
    const first = tagOf(await admin.get(path));
    const saved = await admin.put(path, { description: 'Made of brass' }, { 'if-match': first });
    expect([saved.status, tagOf(saved) === first]).toEqual([200, false]);
    const refused = await admin.put(path, { title: 'Brass' }, { 'if-match': first });
    expect([refused.status, refused.body.message]).toEqual([
      412,
      expect.stringContaining('The brand was changed'),
    ]);
    const after = await admin.put<{ description: string }>(
      path,
      { image: null },
      { 'if-match': `"0", ${tagOf(saved)}` },
    );
    expect([after.status, after.body.data.description]).toEqual([200, 'Made of brass']);
    expect((await admin.put(path, { image: null }, { 'if-match': '*' })).status).toBe(200);
    // A row that is not there stays missing, whatever the tag.
    expect((await admin.put(path.replace(/.{8}$/, '00000000'), {}, { 'if-match': first })).status).toBe(404);
  });

  it('an edit of nothing is compared, and goes through', async () => {
    const brand = await madeBrand();
    for (const path of [brand, '/admin/settings/store', '/admin/shipping/carrier/config'])
      for (const [tag, status] of [
        [tagOf(await admin.get(path)), 200],
        ['"0"', 412],
      ] as const) {
        const edit = path === brand ? admin.put : admin.patch;
        const response = await edit.call(admin, path, {}, { 'if-match': tag });
        expect([path, response.status]).toEqual([path, status]);
      }
  });

  it('a figure that moves by itself stops nobody, and is still another response to a cache', async () => {
    const { id } = (await admin.post<{ id: string }>('/admin/customer-groups', { name: 'Weavers' })).body
      .data;
    const path = `/admin/customer-groups/${id}`;
    const before = tagOf(await admin.get(path));
    await platform.container.knex('customer_groups').where({ id }).update({ memberCount: 7 });
    const counted = tagOf(await admin.get(path));
    expect(counted).not.toBe(before);
    expect((await admin.put(path, { description: 'Of Chanderi' }, { 'if-match': before })).status).toBe(200);
  });

  it('a part of a row is compared with the row that it stands in', async () => {
    const group = (
      await admin.post<{ id: string }>('/admin/dynamic-link-groups', { title: 'Lamps', slug: 'lamps' })
    ).body.data.id;
    const path = `/admin/dynamic-link-groups/${group}`;
    const link = { image: 'media/links/lamps.jpg', url: '/collections/lamps', text: 'Lamps' };
    const added = (await admin.post<{ id: string }>(`${path}/links`, link)).body.data.id;
    const tag = tagOf(await admin.get(path));
    await admin.post(`${path}/links`, { ...link, text: 'Diyas' });
    const order = { links: [{ linkId: added, order: 3 }] };
    expect((await admin.put(`${path}/links/reorder`, order, { 'if-match': tag })).status).toBe(412);
    const fresh = tagOf(await admin.get(path));
    expect((await admin.put(`${path}/links/reorder`, order, { 'if-match': fresh })).status).toBe(200);
  });
});
