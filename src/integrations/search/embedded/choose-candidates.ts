import { MAX_INT32 } from '#domain/search/search-document.js';
import type { SearchFilters, SearchQuery } from '#domain/search/search-query.js';
import { type KnownTerms, termLookup } from './known-terms.js';
import { type Candidates, idOfCandidate } from './packed-document.js';

/** Candidates that pass, and those that fail one group of filters only, which is then counted without its own. */
export interface Chosen {
  /** Places among the candidates. */
  passed: number[];
  /** By the group that they fail: `brand`, `price`, `attribute:<code>` and so on. */
  failed: ReadonlyMap<string, readonly number[]>;
}

/** One filter, and which candidates pass it: bit `n % 32` of word `n / 32`. */
interface Test {
  group: string | null;
  bits: Uint32Array;
}

/** Filters of one search: a bitmap of each is kept, more would be a mistake. */
const MAX_FILTERS = 30;

/** Whether filters can be tested here at all: others are left to the database, which finds a few products by their keys. Candidates are public products. */
export function canChoose({ skus, ids, alsoIds, attributes = {} }: SearchFilters): boolean {
  if (alsoIds !== undefined) return false;
  return skus === undefined && ids === undefined && Object.keys(attributes).length + 9 <= MAX_FILTERS;
}

/** The look-ups of each filter by terms, any of which a document must have. */
function termFilters(filters: SearchFilters): { group: string | null; lookups: string[] }[] {
  const { brandSlugs, categorySlugs, tagSlugs, ingredientSlugs, vendors, attributes = {} } = filters;
  const { entry, vendorId, attribute } = termLookup;
  const found: { group: string | null; lookups: string[] }[] = [];
  const add = (
    group: string | null,
    values: readonly string[] | undefined,
    lookupsOf: (value: string) => string[],
  ) => values && found.push({ group, lookups: values.flatMap(lookupsOf) });
  add('brand', brandSlugs, (slug) => [entry('brand', slug)]);
  add('category', categorySlugs, (slug) => [entry('category', slug)]);
  add(null, tagSlugs, (slug) => [entry('tag', slug)]);
  add('ingredient', ingredientSlugs, (slug) => [entry('ingredient', slug)]);
  add('vendor', vendors, (vendor) => [entry('vendor', vendor), vendorId(vendor)]);
  for (const [code, values] of Object.entries(attributes))
    add(`attribute:${code}`, values, (label) => [attribute(code, label)]);
  return found;
}

interface NumberFilter {
  group: string | null;
  /** What is filtered with its bounds. */
  key: string;
  passes(n: number): boolean;
}

function numberFilters(filters: SearchFilters, candidates: Candidates): NumberFilter[] {
  const { minPrice, maxPrice, minRating, maxRating, inStock, hasActiveSpecial, exceptIds } = filters;
  const found: NumberFilter[] = [];
  const add = (group: string | null, key: string, passes: NumberFilter['passes']) =>
    found.push({ group, key, passes });
  if (minPrice !== undefined || maxPrice !== undefined) {
    const [from, to] = [
      Math.min(Math.max(minPrice ?? 0, 0), MAX_INT32),
      Math.min(maxPrice ?? MAX_INT32, MAX_INT32),
    ];
    const { priceMin, priceMax } = candidates;
    add(
      'price',
      `price ${from} ${to}`,
      (n) => (priceMin[n] ?? -1) >= 0 && (priceMin[n] ?? 0) <= to && (priceMax[n] ?? 0) >= from,
    );
  }
  if (minRating !== undefined || maxRating !== undefined) {
    const [from, to] = [minRating ?? 0, maxRating ?? 5];
    const { ratingAverage } = candidates;
    add(
      'rating',
      `rating ${from} ${to}`,
      (n) => (ratingAverage[n] ?? 0) >= from && (ratingAverage[n] ?? 0) <= to,
    );
  }
  if (inStock !== undefined) add(null, `stock ${inStock}`, (n) => (candidates.inStock[n] === 1) === inStock);
  if (hasActiveSpecial) add(null, 'special', (n) => candidates.special[n] === 1);
  if (exceptIds) add(null, `except ${exceptIds.join(' ')}`, isNot(exceptIds, candidates));
  return found;
}

/** Compares the last word of ids, and all of those that end alike: an id as text costs too much for each candidate. */
function isNot(exceptIds: readonly string[], candidates: Candidates): (n: number) => boolean {
  const { ids } = candidates;
  const ends = new Set(exceptIds.map((id) => Number.parseInt(id.slice(-8), 16)));
  const excepted = new Set(exceptIds);
  return (n) => !ends.has(ids[n * 4 + 3] ?? 0) || !excepted.has(idOfCandidate(candidates, n));
}

/** Bitmaps of the filters of each text: shoppers combine a few filters of a list repeatedly. */
const kept = new WeakMap<Candidates, Map<string, Uint32Array>>();
/** An eighth of a kilobyte for a thousand candidates each. */
const MAX_BITMAPS = 100;

function bitmapOf(candidates: Candidates, key: string, passes: (n: number) => boolean): Uint32Array {
  const bitmaps = kept.get(candidates) ?? new Map<string, Uint32Array>();
  kept.set(candidates, bitmaps);
  const known = bitmaps.get(key);
  if (known) return known;
  const bits = new Uint32Array(Math.ceil(candidates.length / 32));
  for (let n = 0; n < candidates.length; n += 1)
    if (passes(n)) bits[n >>> 5] = (bits[n >>> 5] ?? 0) | (1 << (n & 31));
  if (bitmaps.size >= MAX_BITMAPS) bitmaps.clear();
  bitmaps.set(key, bits);
  return bits;
}

/** Whether a candidate has any of these terms. */
function hasTerm(candidates: Candidates, wanted: ReadonlySet<number>): (n: number) => boolean {
  const { firstTerm, terms, termIds } = candidates;
  const marked = new Uint8Array((termIds.at(-1) ?? 0) + 1);
  for (const id of wanted) if (id < marked.length) marked[id] = 1;
  return (n) => {
    const end = firstTerm[n + 1] ?? 0;
    for (let at = firstTerm[n] ?? 0; at < end; at += 1) if (marked[terms[at] ?? 0] === 1) return true;
    return false;
  };
}

function testsOf(candidates: Candidates, filters: SearchFilters, known: KnownTerms): Test[] {
  const byTerms = termFilters(filters).map(({ group, lookups }) => {
    const wanted = new Set(lookups.flatMap((lookup) => [...known.idsOf(lookup)]));
    const key = `terms ${[...wanted].sort((a, b) => a - b).join(' ')}`;
    return { group, bits: bitmapOf(candidates, key, hasTerm(candidates, wanted)) };
  });
  const byNumbers = numberFilters(filters, candidates).map(({ group, key, passes }) => ({
    group,
    bits: bitmapOf(candidates, key, passes),
  }));
  return [...byTerms, ...byNumbers];
}

/** The places of the candidates that pass all these tests, and fail `but`. */
function placesOf(length: number, tests: readonly Test[], but?: Test): number[] {
  const places: number[] = [];
  for (let word = 0; word * 32 < length; word += 1) {
    const left = length - word * 32;
    let bits = left < 32 ? 2 ** left - 1 : 0xffffffff;
    for (const test of tests) bits &= test.bits[word] ?? 0;
    if (but) bits &= ~(but.bits[word] ?? 0);
    while (bits !== 0) {
      places.push(word * 32 + 31 - Math.clz32(bits & -bits));
      bits &= bits - 1;
    }
  }
  return places;
}

/** Tests the filters of a search on candidates; their terms must be known. */
export function chooseCandidates(
  candidates: Candidates,
  { filters, facets }: Pick<SearchQuery, 'filters' | 'facets'>,
  known: KnownTerms,
): Chosen {
  const { length } = candidates;
  const tests = testsOf(candidates, filters, known);
  const failed = new Map<string, readonly number[]>();
  for (const test of facets?.disjunctive ? tests : []) {
    if (test.group === null) continue;
    const others = tests.filter((other) => other !== test);
    const places = placesOf(length, others, test);
    if (places.length > 0) failed.set(test.group, places);
  }
  return { passed: placesOf(length, tests), failed };
}
