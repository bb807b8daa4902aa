import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eligibleInOrderSql } from '#db/feeds/eligible-sql.js';
import { createItemLists, type FeedItemRow } from '#db/feeds/items-list.query.js';
import { createCountCache } from '#db/kernel/count-cache.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
let variantIds: string[];

beforeAll(async () => {
  kernel = await startKernel();
  const { rows } = await kernel.container.knex.raw<{ rows: { id: string }[] }>(
    `with org as (
       insert into accounts_organizations (id, name, slug, created_at) values (uuidv7(), 'Pages', 'pages', now()) returning id
     ), vendor as (
       insert into vendors (organization_id, slug, display_name, enrolment_number)
       select id, 'pages', 'Pages', '27ENR0000000001' from org returning id
     ), made as (
       insert into products (vendor_id, title, slug) select id, 'Item', 'pages-' || n from vendor, generate_series(1, 40) n
       returning id, vendor_id
     ) insert into products_variants (product_id, vendor_id, price) select id, vendor_id, 100 from made returning id`,
  );
  variantIds = rows.map(({ id }) => id).sort();
});
afterAll(() => kernel.stop());

const scope = { feed: 'merchant' as const, target: 'fake' };

it('lists what was pushed last first, then every other variant once, on whatever page', async () => {
  const { knex } = kernel.container;
  const items = variantIds.slice(0, 12).map((variantId, n) => ({
    feed: n % 6 === 5 ? 'social' : 'merchant',
    target: 'fake',
    variantId,
    status: n % 3 === 0 ? 'pending' : 'synced',
    lastPushedAt: n % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1, n)),
  }));
  await knex('feeds_items').insert(items);
  await knex.raw('analyze feeds_items');
  const pushed = items.filter(({ feed, lastPushedAt }) => feed === 'merchant' && lastPushedAt !== null);
  const first = pushed.map(({ variantId }) => variantId).toReversed();
  const lists = createItemLists({ knex, counts: createCountCache() });
  const listed: FeedItemRow[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const { rows, total } = await lists.list(scope, { page, limit: 9, eligibleOnly: false });
    expect(total).toBe(variantIds.length);
    listed.push(...rows);
  }
  const rest = variantIds.filter((id) => !first.includes(id));
  expect(listed.map(({ variantId }) => variantId)).toEqual([...first, ...rest]);
  expect(listed.filter(({ syncStatus }) => syncStatus === 'pending')).toHaveLength(4);
  expect(listed.filter(({ syncStatus }) => syncStatus === 'never_synced')).toHaveLength(30);
});

it('lists the eligible variants alone, those that were pushed first', async () => {
  const { knex } = kernel.container;
  const eligible = variantIds.filter((_, n) => n % 5 === 0);
  const products = knex('products_variants').whereIn('id', eligible).select('productId');
  await knex('products')
    .whereIn('id', products)
    .update({ status: 'active', visibility: 'public', publishedAt: new Date(0) });
  const lists = createItemLists({ knex, counts: createCountCache() });
  const listed: FeedItemRow[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { rows, total } = await lists.list(scope, { page, limit: 3, eligibleOnly: true });
    expect(total).toBe(eligible.length);
    listed.push(...rows);
  }
  expect(listed.map(({ variantId }) => variantId).toSorted()).toEqual(eligible);
  const pushedAt = listed.map(({ lastPushedAt }) => lastPushedAt?.getTime() ?? 0);
  expect(pushedAt).toEqual(pushedAt.toSorted((a, b) => b - a));
  const never = await lists.list(scope, {
    page: 1,
    limit: 50,
    eligibleOnly: false,
    status: 'never_synced',
  });
  expect(never.rows.map(({ variantId }) => variantId)).toEqual(
    never.rows.map(({ variantId }) => variantId).toSorted(),
  );
  expect([never.rows.length, never.total]).toEqual([30, 30]);
});

it('reads a page of pushed items, and a chunk of the bootstrap, without reading the others', async () => {
  const { knex } = kernel.container;
  await knex.raw(
    `with made as (
       insert into products (vendor_id, title, slug, status, visibility, published_at)
       select v.id, 'Item', 'many-' || n, 'active', 'public', now() from vendors v, generate_series(1, 3000) n
       returning id, vendor_id
     ), variants as (
       insert into products_variants (product_id, vendor_id, price) select id, vendor_id, 100 from made returning id
     ) insert into feeds_items (feed, target, variant_id, status, last_pushed_at)
       select 'merchant', 'fake', id, 'synced', now() - make_interval(secs => row_number() over (order by id)) from variants`,
  );
  for (const table of ['products', 'products_variants', 'feeds_items']) await knex.raw(`analyze ${table}`);
  const chunk = `select v.id ${eligibleInOrderSql} and v.id > '00000000-0000-0000-0000-000000000000' order by v.id limit 500`;
  const lists = createItemLists({ knex, counts: createCountCache() });
  const statements: { sql: string; bindings: readonly unknown[] }[] = [{ sql: chunk, bindings: [] }];
  const record = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }) => {
    if (sql.includes('i.last_pushed_at desc')) statements.push({ sql, bindings });
  };
  knex.on('query', record);
  await lists.list(scope, { page: 1, limit: 50, eligibleOnly: false });
  knex.off('query', record);
  expect(statements).toHaveLength(2);
  for (const { sql, bindings } of statements) {
    const plain = sql.replace(/\$(\d+)/g, (_, n: string) =>
      knex.raw('?', [bindings[Number(n) - 1] as string]).toString(),
    );
    const { rows } = await knex.raw<{ rows: Record<string, string>[] }>(`explain ${plain}`);
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).not.toMatch(
      /Sort|Seq Scan on (products|feeds_items)/,
    );
  }
});
