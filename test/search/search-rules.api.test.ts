import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from './index-now.js';
import { pathOf, type SearchResponse, titlesFor } from './search-shop.js';

interface Rule {
  id: string;
  query: string | null;
  category: { slug: string } | null;
  pins: { productId: string; title: string; position: number }[];
  isActive: boolean;
  createdBy: string;
}

interface Preview {
  before: { total: number; products: { title: string; place: number; effect: string | null }[] };
  after: Preview['before'];
  leftOut: { title: string }[];
}

const base = '/admin/search/rules';
const titles = ['Amber Vase', 'Blue Vase', 'Cobalt Vase', 'Delft Vase', 'Earthen Vase'];
let platform: TestPlatform;
let admin: HttpClient;
let vases: { id: string };
const ids: Record<string, string> = {};
const pin = (title: string, position: number) => ({ productId: ids[title], position });

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
  const { vendorId } = await createVendor(container);
  vases = await createCategory(container, { title: 'Vases', slug: 'vases' });
  for (const title of [...titles, 'Wicker Basket'])
    ids[title] = (
      await createProduct(container, vendorId, {
        title,
        ...(title.endsWith('Vase') && { categoryIds: [vases.id] }),
      })
    ).productId;
  ids['Draft'] = (
    await createProduct(container, vendorId, { title: 'Draft Vase', status: 'draft' })
  ).productId;
  await indexNow(container);
});
afterAll(() => platform.stop());

const order = (query: Record<string, string | number>) => titlesFor(platform.http, query);
const soon = (expected: string[], query: Record<string, string | number>) =>
  eventually(async () => expect(await order(query)).toEqual(expected));

describe('search rules', () => {
  it('pin, bury and boost what a text finds, within two seconds; other orders and texts stay', async () => {
    const plain = await order({ q: 'vase' });
    const [first = '', second = '', ...others] = plain;
    const last = others.at(-1) ?? '';
    const created = await admin.post<Rule>(base, {
      query: 'Vases',
      pins: [pin(last, 1), pin('Wicker Basket', 3), pin('Draft', 4)],
      buried: [ids[first]],
    });
    expect([created.status, created.body.data.isActive]).toEqual([201, true]);
    expect(created.body.data.pins.map(({ title }) => title)).toEqual([last, 'Wicker Basket', 'Draft Vase']);
    const arranged = [last, second, 'Wicker Basket', ...others.slice(0, -1), first];
    await soon(arranged, { q: 'vase' });
    const pages = await Promise.all([1, 2, 3].map((page) => order({ q: 'vase', page, limit: 2 })));
    expect(pages.flat()).toEqual(arranged);
    expect((await order({ q: 'vase', sortBy: 'new' })).sort()).toEqual([...titles].sort());
    expect((await order({ q: 'blue vase' }))[0]).toBe('Blue Vase');
    const explain = async (title: string) => {
      const { body } = await admin.get<{ place: number; rule: object; reasons: string[] }>(
        `/admin/search/explain?q=vase&productId=${ids[title]}`,
      );
      return body.data;
    };
    expect(await explain(last)).toMatchObject({
      place: 1,
      rule: { id: created.body.data.id, pinned: 1, buried: false, placeWithout: 5 },
    });
    expect((await explain(first)).reasons).toEqual(
      expect.arrayContaining(['A rule buries it: it comes last.', 'Without the rule it is in place 1.']),
    );
    expect((await explain('Wicker Basket')).reasons).toContain('The words alone do not find it.');

    const path = `${base}/${created.body.data.id}`;
    const etag = (await admin.get(path)).headers.get('etag') ?? '';
    const boosted = { query: 'vase', boosts: [{ kind: 'new', days: 30, strength: 2 }] };
    const put = await admin.put(path, boosted, { 'if-match': etag });
    expect(put.status).toBe(200);
    expect((await admin.put(path, boosted, { 'if-match': etag })).status).toBe(412);
    await soon(plain, { q: 'vase' });
    await eventually(async () =>
      expect((await explain(first)).reasons).toContain(
        'A rule gives products of the last 30 days a medium boost.',
      ),
    );
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
    const audited = await platform.container
      .knex('audit_entries')
      .where({ entityId: created.body.data.id })
      .pluck('action');
    expect(audited.sort()).toEqual(['create', 'delete', 'update']);
  });

  it('arrange the list of a category, and only in its time', async () => {
    const plain = await order({ categories: 'vases' });
    const popular = await order({ categories: 'vases', sortBy: 'popular' });
    const last = plain.at(-1) ?? '';
    const body = { categoryId: vases.id, pins: [pin(last, 1)] };
    const until = new Date(Date.now() - 1_000).toISOString();
    const past = await admin.post<Rule>(base, {
      ...body,
      activeUntil: until,
      activeFrom: '2026-01-01T00:00:00Z',
    });
    expect([past.status, past.body.data.isActive]).toEqual([201, false]);
    const rule = await admin.post<Rule>(base, body);
    expect(rule.body.data.category?.slug).toBe('vases');
    await soon([last, ...plain.slice(0, -1)], { categories: 'vases' });
    expect(await order({ categories: 'vases', sortBy: 'popular' })).toEqual(popular);
    const again = await admin.post(base, body);
    expect([again.status, again.body.reason]).toEqual([409, 'search.rule_taken']);
    const list = await admin.get<Rule[]>(`${base}?limit=10`);
    expect(list.body.data).toHaveLength(2);
    for (const { id } of list.body.data) await admin.delete(`${base}/${id}`);
    await soon(plain, { categories: 'vases' });
  });

  it('lead a text to a page of the shop', async () => {
    const rule = await admin.post<Rule>(base, { query: 'returns', redirect: '/pages/returns' });
    const metadata = async (query: Record<string, string>) =>
      (await platform.http.get<SearchResponse>(pathOf(query))).body.metadata as { redirect?: string };
    await eventually(async () => expect((await metadata({ q: 'Return' })).redirect).toBe('/pages/returns'));
    expect(await metadata({ q: 'vase' })).not.toHaveProperty('redirect');
    await admin.delete(`${base}/${rule.body.data.id}`);
  });

  it('are refused with a sentence where they cannot be meant', async () => {
    const refusal = async (body: object) => {
      const { status, body: response } = await admin.post(base, body);
      const [issue] = (response as { errors?: { path: string; message: string }[] }).errors ?? [];
      return `${status} ${issue?.path}: ${issue?.message}`;
    };
    const [vase, two] = [ids['Blue Vase'], pin('Amber Vase', 1)];
    expect([
      await refusal({ pins: [two] }),
      await refusal({ query: '!?', pins: [two] }),
      await refusal({ query: 'vase' }),
      await refusal({ query: 'vase', pins: [two, pin('Blue Vase', 1)] }),
      await refusal({ query: 'vase', pins: [pin('Blue Vase', 1)], buried: [vase] }),
      await refusal({ query: 'vase', pins: [{ productId: vases.id, position: 1 }] }),
      await refusal({ query: 'vase', redirect: '//elsewhere.example' }),
      await refusal({ categoryId: vases.id, redirect: '/pages/vases' }),
    ]).toEqual([
      '400 body.query: or `categoryId` is required',
      '400 body.query: must contain a letter or digit',
      '400 body.pins: or `buried`, `boosts` or `redirect` is required: the rule would change nothing',
      '400 body.pins: must not contain a position twice',
      '400 body.buried: must not contain a product that is pinned',
      '400 body.pins.0.productId: must be an existing product',
      '400 body.redirect: must be a path that begins with one slash, or an https address of the shop',
      '400 body.redirect: needs a query: a category has no redirect',
    ]);
  });

  it('are previewed with the result before and after, and save nothing', async () => {
    const plain = await order({ q: 'vase' });
    const last = plain.at(-1) ?? '';
    const rule = { query: 'vase', pins: [pin(last, 1), pin('Draft', 2)], buried: [ids[plain[0] ?? '']] };
    const { status, body } = await admin.post<Preview>(`${base}/preview`, { rule });
    expect(status).toBe(200);
    const { before, after, leftOut } = body.data;
    expect([before.total, after.total]).toEqual([5, 5]);
    expect(before.products.map(({ title }) => title)).toEqual(plain);
    expect(after.products.map(({ title, effect }) => [title, effect])).toEqual([
      [last, 'pinned'],
      ...plain.slice(1, -1).map((title) => [title, null]),
      [plain[0], 'buried'],
    ]);
    expect(leftOut.map(({ title }) => title)).toEqual(['Draft Vase']);
    expect((await admin.get<Rule[]>(base)).body.data).toEqual([]);
  });

  it('cost a search without a rule no statement', async () => {
    const { knex } = platform.container;
    const warm = () => Promise.all([order({ q: 'basket' }), order({ q: 'vase' })]);
    /** The fewest of several: other parts of the platform read at any time. */
    const statements = async (q: string) => {
      const counts: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        let seen = 0;
        const count = () => void (seen += 1);
        knex.on('query', count);
        await order({ q });
        knex.off('query', count);
        counts.push(seen);
      }
      return Math.min(...counts);
    };
    await warm();
    const without = await statements('basket');
    const rule = await admin.post<Rule>(base, { query: 'vase', pins: [pin('Blue Vase', 1)] });
    await soon(['Blue Vase', ...(await order({ q: 'vase' })).filter((title) => title !== 'Blue Vase')], {
      q: 'vase',
    });
    await warm();
    const beside = await statements('basket');
    expect(beside).toBe(without);
    await admin.delete(`${base}/${rule.body.data.id}`);
  });
});
