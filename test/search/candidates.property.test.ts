import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Knex } from '#db/kernel/knex.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { type SearchFilters, type SearchQuery, searchSorts } from '#domain/search/search-query.js';
import { parseTextQuery } from '#domain/search/text-query.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import { createStatementSearch } from '#integrations/search/embedded/search-by-statement.js';
import { createMatchCounter } from '#integrations/search/embedded/count-matches.js';
import { createCategoryLearning } from '#integrations/search/embedded/learn-categories.js';
import { createVersionReader } from '#integrations/search/embedded/index-version.js';
import { createTextMatcher, type WordSources } from '#integrations/search/embedded/text-match.js';
import { createScriptLookup } from '#integrations/search/embedded/words-in-other-scripts.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { startKernel } from '../_support/kernel.js';
import { attributesOf, brandOf, documentOf, idOf, queryOf } from './search-documents.js';

const COLLECTION = 'products_v8';
const DOCUMENTS = 120;
const colours = ['red', 'gold', 'blue'];
const words = ['brass', 'lamp', 'silk', 'saree', 'clay'];

/** The same documents in every run, as different as the filters and orders can tell. */
function documentNumber(n: number): SearchDocument {
  const pick = <T>(of: readonly T[], salt: number) => of[(n * 7 + salt * 13 + (n >> 3)) % of.length] as T;
  const priceMin = n % 11 === 0 ? -1 : (n % 6) * 100;
  return documentOf(n, {
    title: `${pick(words, 1)} ${pick(words, 2)}`,
    subtitle: pick([null, ...words], 3),
    ...(n % 5 === 0 ? {} : brandOf(1 + (n % 4), pick(['Aanya', 'Bodhi'], 4))),
    ...attributesOf({ colour: [pick(colours, 5)], size: n % 3 === 0 ? ['s', 'm'] : [] }),
    ...(n % 2 === 0 && { categoryIds: [idOf(700)], categorySlugs: ['lamps'], categoryNames: ['Lamps'] }),
    ...(n % 4 === 0 && { tagIds: [idOf(600)], tagSlugs: ['festive'], tagNames: ['Festive'] }),
    ...(n % 7 === 0 && { ingredientIds: [idOf(500)], ingredientSlugs: ['wax'], ingredientNames: ['Wax'] }),
    ...(n % 6 === 0 && { vendorId: idOf(9_001), vendorSlug: 'other' }),
    priceMin,
    priceMax: priceMin < 0 ? -1 : priceMin + (n % 4) * 100,
    inStock: n % 4 !== 1,
    hasActiveSpecial: n % 9 === 0,
    totalInventory: n % 8,
    ratingAverage: (n % 11) / 2,
    ratingCount: n % 3,
    popularity: n % 5,
    publishedAtTs: n % 13 === 0 ? 0 : 1_700_000_000_000 + (n % 10),
  });
}

const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 3 });
const some = (...of: string[]) => fc.subarray([...of, 'unknown']);
const filters: fc.Arbitrary<SearchFilters> = fc.record({
  brandSlugs: optional(some('aanya', 'bodhi')),
  categorySlugs: optional(some('lamps')),
  tagSlugs: optional(some('festive')),
  ingredientSlugs: optional(some('wax')),
  vendors: optional(some('haat', 'other', idOf(9_001))),
  attributes: optional(fc.dictionary(fc.constantFrom('colour', 'size', 'none'), some('s', ...colours))),
  minPrice: optional(fc.integer({ min: 0, max: 900 })),
  maxPrice: optional(fc.integer({ min: 0, max: 900 })),
  minRating: optional(fc.constantFrom(0, 1, 2.5, 4.5)),
  maxRating: optional(fc.constantFrom(1, 2.5, 5)),
  inStock: optional(fc.boolean()),
  hasActiveSpecial: optional(fc.constant(true as const)),
});
const facets = fc.record({
  attributes: fc.constantFrom(['colour', 'size'], ['size'], []),
  disjunctive: fc.boolean(),
  categories: fc.boolean(),
  ingredients: fc.boolean(),
  vendors: fc.boolean(),
  price: fc.boolean(),
});
const queries: fc.Arbitrary<SearchQuery> = fc.record({
  q: fc.constantFrom('', ...words, 'bras', 'silk sar', 'lampz', 'xylophone'),
  filters,
  sortBy: fc.constantFrom(...searchSorts),
  page: fc.constantFrom(1, 2, 5),
  limit: fc.constantFrom(5, 20, 100),
  facets: fc.option(facets, { nil: undefined }),
});

let knex: Knex;
let close: () => Promise<void>;
let engine: ReturnType<typeof createEmbeddedEngine>;

beforeAll(async () => {
  const kernel = await startKernel();
  ({ knex } = kernel.container);
  engine = createEmbeddedEngine(searchDatabaseOf(knex));
  close = () => kernel.stop();
  await engine.createCollection(COLLECTION);
  await engine.swapAlias(COLLECTION);
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => documentNumber(n + 1));
  await engine.write(
    [COLLECTION],
    documents.map((document) => ({ kind: 'upsert', document })),
  );
});
afterAll(async () => {
  await engine.dropCollection(COLLECTION);
  await close();
});

/** What is known of the words of one version. */
let lookups: { version: number; sources: WordSources } | undefined;

/** As the database searches by itself; every time anew, because the counts of a browse are kept. */
async function byStatement(query: SearchQuery) {
  const database = searchDatabaseOf(knex);
  const at = { collection: COLLECTION, version: (await createVersionReader(database)()).version };
  if (lookups?.version !== at.version)
    lookups = {
      version: at.version,
      sources: {
        counter: createMatchCounter(database),
        scripts: createScriptLookup(database),
      },
    };
  const text = await createTextMatcher(database, lookups.sources).match(at, parseTextQuery(query.q));
  return createStatementSearch(database, createCategoryLearning(database))(COLLECTION, query, text);
}

/** Attributes come in no order of their codes, and what nobody asked for is not there. */
const comparable = ({ facets: counted, corrected: _, ...rest }: Awaited<ReturnType<typeof byStatement>>) => ({
  ...rest,
  facets: counted && {
    ...counted,
    attributes: counted.attributes.toSorted((a, b) => a.code.localeCompare(b.code)),
  },
});

it('finds, sorts and counts in memory as the database does', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      expect(comparable(await engine.search(query))).toEqual(comparable(await byStatement(query)));
    }),
    { numRuns: 300 },
  );
});

it('does so too where the matches are more than are sorted and counted in memory', async () => {
  const small = createEmbeddedEngine(searchDatabaseOf(knex), Date.now, { ofText: 30, ofAll: 500 });
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const paged = { ...query, page: query.page * 4 };
      for (const each of [query, paged])
        expect(comparable(await small.search(each))).toEqual(comparable(await byStatement(each)));
    }),
    { numRuns: 60 },
  );
});

it('sees at once what another process writes, removes and builds', async () => {
  const other = createEmbeddedEngine(searchDatabaseOf(knex));
  const document = documentOf(900, { title: 'Velvet cushion', priceMin: 100, priceMax: 100 });
  const found = async () => {
    const { hits } = await engine.search(queryOf({ q: 'velvet' }));
    return hits.map(({ priceMin }) => priceMin);
  };
  expect(await found()).toEqual([]);
  // Which words there are is remembered for a second.
  await other.write([COLLECTION], [{ kind: 'upsert', document }]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await found()).toEqual([100]);
  const dearer = { ...document, priceMin: 200, priceMax: 200, indexedAtTs: document.indexedAtTs + 1 };
  await other.write([COLLECTION], [{ kind: 'upsert', document: dearer }]);
  expect(await found()).toEqual([200]);
  await other.write([COLLECTION], [{ kind: 'delete', productId: document.id, at: document.indexedAtTs + 2 }]);
  expect(await found()).toEqual([]);
});

describe('after writes of another process', () => {
  const statements: string[] = [];
  const other = () => createEmbeddedEngine(searchDatabaseOf(knex));
  const searching = () => {
    const database = searchDatabaseOf(knex);
    return createEmbeddedEngine({
      ...database,
      rows: (sql, bindings) => {
        statements.push(sql);
        return database.rows(sql, bindings);
      },
    });
  };
  /** How often all matches were read, and how often only what changed. */
  const reads = () => {
    const changed = statements.filter((sql) => sql.includes('from search_changes')).length;
    return { all: statements.filter((sql) => sql.includes('string_agg(packed')).length - changed, changed };
  };
  const lamps = queryOf({ q: 'lamp', sortBy: 'relevance', limit: 100 });
  let at = 1_700_000_100_000;
  const write = fc.record({
    n: fc.integer({ min: 1, max: DOCUMENTS + 20 }),
    as: fc.integer({ min: 1, max: DOCUMENTS }),
    gone: fc.boolean(),
  });

  it('reads only what was written, and finds what the database finds', async () => {
    const engine = searching();
    await engine.search(lamps);
    statements.length = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 8 }),
        fc.array(queries, { maxLength: 2 }),
        async (writes, more) => {
          at += 1;
          const byId = new Map(writes.map((entry) => [entry.n, entry]));
          await other().write(
            [COLLECTION],
            [...byId.values()].map(({ n, as, gone }) =>
              gone
                ? { kind: 'delete', productId: idOf(n), at }
                : { kind: 'upsert', document: { ...documentNumber(as), id: idOf(n), indexedAtTs: at } },
            ),
          );
          for (const query of [lamps, ...more])
            expect(comparable(await engine.search(query))).toEqual(comparable(await byStatement(query)));
        },
      ),
      { numRuns: 60 },
    );
    // The text that was known from the beginning was never read as a whole again.
    statements.length = 0;
    await other().write(
      [COLLECTION],
      [{ kind: 'upsert', document: { ...documentNumber(3), indexedAtTs: at + 1 } }],
    );
    await engine.search(lamps);
    expect(reads()).toEqual({ all: 0, changed: 1 });
  });

  it('keeps pages and counts of a text that the written documents do not match', async () => {
    const engine = searching();
    const silk = queryOf({ q: 'silk', limit: 100 });
    const before = await engine.search(silk);
    statements.length = 0;
    const document = documentOf(905, { title: 'Velvet', indexedAtTs: at + 2 });
    await other().write([COLLECTION], [{ kind: 'upsert', document }]);
    expect(await engine.search(silk)).toEqual(before);
    expect(reads()).toEqual({ all: 0, changed: 1 });
  });

  it.each([
    ['the log was lost', 'delete from search_changes'],
    [
      'a release that logs nothing has written',
      `update search_docs_${COLLECTION} set price_min = 4, price_max = 4, packed_at = null`,
    ],
  ])('reads all matches where %s', async (_what, sql) => {
    const engine = searching();
    await engine.search(lamps);
    statements.length = 0;
    at += 10;
    // Not what the writes before it may have left: an unchanged document is not written.
    const document = { ...documentNumber(5), title: `Brass lamp ${at}`, indexedAtTs: at };
    await other().write([COLLECTION], [{ kind: 'upsert', document }]);
    await knex.raw(sql);
    expect(comparable(await engine.search(lamps))).toEqual(comparable(await byStatement(lamps)));
    expect(reads().all).toBeGreaterThan(0);
  });
});

it('leaves the search to the database while a document is not packed, or has been written without it', async () => {
  const table = `search_docs_${COLLECTION}`;
  await knex.raw('truncate ??', [table]);
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => documentNumber(n + 1));
  await engine.write(
    [COLLECTION],
    documents.map((document) => ({ kind: 'upsert', document })),
  );
  await knex(table)
    .where({ id: idOf(1) })
    .update({ packed: null, packed_at: null });
  await knex(table)
    .where({ id: idOf(2) })
    .update({ price_min: 7, read_at: knex.raw(`read_at + interval '1 second'`) });
  const query = queryOf({ q: '', sortBy: 'price-asc', limit: 100 }, { maxPrice: 7 });
  const result = await engine.search(query);
  expect(comparable(result)).toEqual(comparable(await byStatement(query)));
  expect(result.hits.map(({ id }) => id)).toContain(idOf(2));
});
