import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { startKernel } from '../_support/kernel.js';
import { brandOf, documentOf, idOf, queryOf } from './search-documents.js';

const COLLECTION = 'products_v6';
const NEXT = 'products_v9';
const TABLE = `search_docs_${COLLECTION}`;
const AT = 1_700_000_000_000;

let knex: Knex;
let close: () => Promise<void>;
let engine: SearchEngine;

beforeAll(async () => {
  const kernel = await startKernel();
  ({ knex } = kernel.container);
  engine = createEmbeddedEngine(searchDatabaseOf(knex));
  close = () => kernel.stop();
});
afterAll(async () => {
  for (const name of [COLLECTION, NEXT]) await engine.dropCollection(name);
  await close();
});
beforeEach(async () => {
  for (const name of [COLLECTION, NEXT]) await engine.dropCollection(name);
  await engine.createCollection(COLLECTION);
  await engine.swapAlias(COLLECTION);
});

const brass = (readAt: number, title = 'Brass lamp') =>
  documentOf(1, { title, ...brandOf(1, 'Aanya'), skus: ['B-1'], indexedAtTs: readAt });
const upsert = (document: ReturnType<typeof documentOf>, collections = [COLLECTION]) =>
  engine.write(collections, [{ kind: 'upsert', document }]);
const remove = (at: number) => engine.write([COLLECTION], [{ kind: 'delete', productId: idOf(1), at }]);
const titles = async () => (await engine.search(queryOf())).hits.map(({ title }) => title);

async function version(collection = COLLECTION): Promise<number> {
  const row = (await knex('search_versions').where({ collection }).first()) as
    | { version: string }
    | undefined;
  return Number(row?.version ?? 0);
}

async function stored(collection = COLLECTION) {
  const row = (await knex(`search_docs_${collection}`)
    .where({ id: idOf(1) })
    .first()) as {
    readAt: Date;
    body: string;
  };
  const written = row.body === '' ? null : (JSON.parse(row.body) as { indexedAtTs: number }).indexedAtTs;
  return { readAt: row.readAt.getTime(), written };
}

it('does not write a document again that is read again without a change', async () => {
  await upsert(brass(AT));
  const before = await version();
  expect(await upsert(brass(AT + 10))).toEqual([{ productId: idOf(1), existed: true }]);
  expect([await stored(), await version()]).toEqual([{ readAt: AT + 10, written: AT }, before]);
  await upsert(brass(AT + 20, 'Brass diya'));
  expect(await stored()).toEqual({ readAt: AT + 20, written: AT + 20 });
  expect(await titles()).toEqual(['Brass diya']);
});

it('refuses a document that was read before the unchanged one was read again', async () => {
  await upsert(brass(AT));
  await upsert(brass(AT + 10));
  await upsert(brass(AT + 5, 'Stale lamp'));
  await remove(AT + 6);
  expect([await titles(), (await stored()).readAt]).toEqual([['Brass lamp'], AT + 10]);
  // An unchanged one does not turn the clock back either.
  await upsert(brass(AT + 7));
  expect((await stored()).readAt).toBe(AT + 10);
});

it('keeps the mark of a product that left as late as it was seen to be gone', async () => {
  await upsert(brass(AT));
  expect(await remove(AT + 1)).toEqual([{ productId: idOf(1), existed: true }]);
  expect(await remove(AT + 9)).toEqual([{ productId: idOf(1), existed: false }]);
  await upsert(brass(AT + 5));
  expect([await titles(), (await stored()).readAt]).toEqual([[], AT + 9]);
  await upsert(brass(AT + 10));
  expect(await titles()).toEqual(['Brass lamp']);
});

it('writes a document whose row another release has written meanwhile', async () => {
  await upsert(brass(AT));
  // That release knows nothing of the hash.
  await knex(TABLE)
    .where({ id: idOf(1) })
    .update({
      body: JSON.stringify(brass(AT + 5, 'Other')),
      readAt: new Date(AT + 5),
      packedAt: new Date(AT + 5),
    });
  await upsert(brass(AT + 10));
  expect([await stored(), await titles()]).toEqual([{ readAt: AT + 10, written: AT + 10 }, ['Brass lamp']]);
});

it('fills a new collection with documents that stay as they are in the live one', async () => {
  await upsert(brass(AT));
  await engine.createCollection(NEXT);
  const before = await version();
  await upsert(brass(AT + 10), [COLLECTION, NEXT]);
  expect(await stored()).toEqual({ readAt: AT + 10, written: AT });
  expect(await stored(NEXT)).toEqual({ readAt: AT + 10, written: AT + 10 });
  expect(await version()).toBe(before);
});

it('writes to no index where a change leaves words and terms alone', async () => {
  const read = async () => {
    await knex.raw('select pg_stat_force_next_flush()');
    const { rows } = await knex.raw<{ rows: { hot: string; updated: string }[] }>(
      `select n_tup_hot_upd as hot, n_tup_upd as updated from pg_stat_user_tables where relname = ?`,
      [TABLE],
    );
    return { hot: Number(rows[0]?.hot), updated: Number(rows[0]?.updated) };
  };
  // Long enough that the database compresses its words.
  const description = Array.from({ length: 120 }, (_, n) => `word${n * 7919}`).join(' ');
  await upsert({ ...brass(AT), description });
  await upsert({ ...brass(AT + 1), description, priceMin: 7, priceMax: 7 });
  await upsert({ ...brass(AT + 2), description, priceMin: 7, priceMax: 7 });
  expect(await read()).toEqual({ hot: 2, updated: 2 });
  expect((await engine.search(queryOf({}, { maxPrice: 7 }))).total).toBe(1);
});

it.each([
  [
    'an insert',
    `insert into ${TABLE} select (jsonb_populate_record(d, jsonb_build_object('id', ?::uuid))).* from ${TABLE} d`,
    [idOf(2)],
  ],
  ['an update', `update ${TABLE} set price_min = 1 where id <> ?`, [idOf(2)]],
  ['a delete', `delete from ${TABLE} where id <> ?`, [idOf(2)]],
  ['a truncation', `truncate ${TABLE}`, []],
])(
  'raises the version of the collection by %s of any writer, once in a transaction',
  async (_what, sql, values) => {
    await upsert(brass(AT));
    const before = await version();
    await knex.transaction(async (tx) => {
      await tx.raw(sql, values);
      await tx(TABLE).update({ rating_count: 3 });
    });
    expect(await version()).toBe(before + 1);
  },
);

it('raises the version once for a batch that inserts and replaces', async () => {
  await upsert(brass(AT));
  const before = await version();
  const documents = [brass(AT + 1, 'Brass bell'), documentOf(2, { title: 'Clay bell', indexedAtTs: AT + 1 })];
  await engine.write(
    [COLLECTION],
    documents.map((document) => ({ kind: 'upsert', document })),
  );
  expect(await version()).toBe(before + 1);
  const [logged] = (await knex('search_changes')
    .where({ collection: COLLECTION, version: before + 1 })
    .select('ids')) as { ids: string[] }[];
  expect(logged?.ids.toSorted()).toEqual([idOf(1), idOf(2)]);
});
