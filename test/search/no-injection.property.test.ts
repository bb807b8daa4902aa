import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SearchDocument } from '#domain/search/search-document.js';
import { type SearchFilters, type SearchQuery, searchSorts } from '#domain/search/search-query.js';
import { isStorable } from '#domain/_shared/storable-text.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import {
  filterText,
  searchParameters,
  typesenseFilters,
} from '#integrations/search/typesense/typesense-query.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { attributesOf, brandOf, documentOf, idOf } from './search-documents.js';
import { createAttribute, searchFor } from './search-shop.js';

const hostile = [
  `'; drop table products; --`,
  '`] || status:=draft || brandSlug:=[`x',
  'x) || (status:=draft',
  '?',
  '??',
  ':*',
  `\\' | 'hidden`,
  '& | ! <->',
  '%',
  '$1',
  '{},"',
  '*',
  '-hidden',
  '__proto__',
  'constructor',
];

const words = fc.constantFrom(...hostile, 'hidden', 'lamp', 'aanya', 'red', 'colour');
const anyText = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }));
/** The API refuses the others before they come to an engine. */
const text = anyText.filter(isStorable);
const values = fc.array(text, { maxLength: 4 });
const number = fc.oneof(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.constantFrom(0, 2_147_483_648));
const rating = fc.double({ min: 0, max: 5, noNaN: true });
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const filters: fc.Arbitrary<SearchFilters> = fc.record({
  brandSlugs: optional(values),
  categorySlugs: optional(values),
  tagSlugs: optional(values),
  ingredientSlugs: optional(values),
  vendors: optional(values),
  skus: optional(values),
  attributes: optional(fc.dictionary(text, values, { maxKeys: 3 })),
  minPrice: optional(number),
  maxPrice: optional(number),
  minRating: optional(rating),
  maxRating: optional(rating),
  inStock: optional(fc.boolean()),
  hasActiveSpecial: optional(fc.constant(true as const)),
});

const queries: fc.Arbitrary<SearchQuery> = fc.record({
  q: fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }).map((words) => words.join(' ')),
  ),
  filters,
  sortBy: fc.constantFrom(...searchSorts),
  page: fc.integer({ min: 1, max: 1_000 }),
  limit: fc.integer({ min: 1, max: 100 }),
  facets: optional(
    fc.record({
      attributes: values,
      disjunctive: fc.boolean(),
      categories: fc.boolean(),
      ingredients: fc.boolean(),
      vendors: fc.boolean(),
      price: fc.boolean(),
    }),
  ),
});

const documents: SearchDocument[] = [
  documentOf(1, { title: 'Lamp', ...brandOf(1, 'Aanya'), ...attributesOf({ colour: ['red'] }) }),
  documentOf(2, { title: 'Bowl', ...attributesOf({ __proto: [hostile[1] ?? ''] }), skus: ['S-1'] }),
  documentOf(3, { title: 'Hidden lamp', status: 'draft' }),
  documentOf(4, { title: 'Hidden bowl', visibility: 'private' }),
  documentOf(5, { title: 'Hidden vase', publishedAtTs: 0 }),
];
const visible = new Set([idOf(1), idOf(2)]);

/** Whether a document has one of the values of each list, by plain comparison. */
function fits(document: SearchDocument, wanted: SearchFilters): boolean {
  const has = (list: readonly string[] | undefined, own: readonly (string | null)[]) =>
    list === undefined || own.some((entry) => entry !== null && list.includes(entry));
  return (
    has(wanted.brandSlugs, [document.brandSlug]) &&
    has(wanted.categorySlugs, document.categorySlugs) &&
    has(wanted.tagSlugs, document.tagSlugs) &&
    has(wanted.ingredientSlugs, document.ingredientSlugs) &&
    has(wanted.vendors, [document.vendorSlug, document.vendorId]) &&
    has(wanted.skus, document.skus) &&
    Object.entries(wanted.attributes ?? {}).every(([code, list]) =>
      has(
        list,
        document.attributes.filter((entry) => entry.code === code).flatMap((entry) => entry.values),
      ),
    )
  );
}

describe('no-injection', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
    await createAttribute(platform.container, 'colour', 'text');
    await platform.container.search.write(
      ['products_v1'],
      documents.map((document) => ({ kind: 'upsert', document })),
    );
  });
  afterAll(() => platform.stop());

  it('the embedded engine finds nothing that is hidden or filtered out, whatever the values are', async () => {
    const engine = createEmbeddedEngine(searchDatabaseOf(platform.container.knex));
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { hits } = await engine.search(query);
        for (const hit of hits) {
          expect(visible.has(hit.id)).toBe(true);
          expect(fits(hit, query.filters)).toBe(true);
        }
        const { hits: suggested } = await engine.suggest({ q: query.q, limit: 5 });
        for (const { id } of suggested) expect(visible.has(id)).toBe(true);
      }),
      { numRuns: 120 },
    );
    expect(await engine.count('products_v1')).toBe(2);
  });

  it('a request finds nothing that is hidden and never fails, whatever its parameters are', async () => {
    const attributes = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText, { maxLength: 3 })), {
      maxKeys: 3,
    });
    const parameters = fc.record(
      {
        q: anyText,
        brands: anyText,
        categories: anyText,
        tag: anyText,
        attributes: fc.oneof(
          anyText,
          attributes.map((entry) => JSON.stringify(entry)),
        ),
        minPrice: fc.oneof(anyText, number),
        maxPrice: fc.oneof(anyText, number),
        minRating: fc.oneof(anyText, rating),
        maxRating: fc.oneof(anyText, rating),
        inStock: fc.oneof(anyText, fc.boolean()),
        hasActiveSpecial: fc.oneof(anyText, fc.boolean()),
        page: fc.oneof(anyText, fc.integer({ min: 1, max: 3 })),
        limit: fc.oneof(anyText, fc.integer({ min: 1, max: 100 })),
        sortBy: fc.oneof(anyText, fc.constantFrom(...searchSorts)),
        facets: fc.oneof(anyText, fc.constantFrom('categories', 'price', 'categories,price')),
        facetMode: fc.oneof(anyText, fc.constantFrom('filtered', 'disjunctive')),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(parameters, async (query) => {
        const { status, body } = await searchFor(platform.http, query);
        expect([200, 400]).toContain(status);
        if (status === 200) for (const { id } of body.data.products) expect(visible.has(id)).toBe(true);
      }),
      { numRuns: 100, examples: [[{ attributes: String.raw`{"colour":"\u0000"}` }]] },
    );
  });

  it('the text of a Typesense filter has no operator that comes from a value', () => {
    fc.assert(
      fc.property(queries, ({ filters: wanted, ...rest }) => {
        const filter = filterText(typesenseFilters(wanted));
        for (const clause of filter.split(' && ')) expect(clause).toMatch(clausePattern);
        const sent = searchParameters(
          { ...rest, filters: wanted },
          { collection: 'products', filter, fields: [] },
        );
        expect(sent.q).toMatch(/^(\*|[\p{L}\p{N}\p{M} ]+)$/u);
        expect(sent.sort_by).not.toContain('`');
      }),
      { numRuns: 500 },
    );
  });
});

const list = String.raw`filterKeys:=\[[0-9a-f]{20}(,[0-9a-f]{20})*\]`;
const nothing = 'publishedAtTs:<0';
const clausePattern = new RegExp(
  `^(status:=active|visibility:=public|publishedAtTs:>0|${nothing}|${list}` +
    String.raw`|price(Min|Max):(>|<)=\d+|ratingAverage:(>|<)=[\d.e-]+|inStock:=(true|false)|hasActiveSpecial:=true)$`,
);
