import { MAX_INT32 } from '#domain/search/search-document.js';
import type { SearchFilters, SearchQuery } from '#domain/search/search-query.js';
import { type KnownTerms, termLookup } from './known-terms.js';
import type { Candidates } from './packed-document.js';

/** Candidates that pass, and those that fail one group of filters only, which is then counted without its own. */
export interface Chosen {
  /** Places among the candidates. */
  passed: number[];
  /** By the group that they fail: `brand`, `price`, `attribute:<code>` and so on. */
  failed: ReadonlyMap<string, readonly number[]>;
}

interface Test {
  group: string | null;
  passes(n: number, terms: number): boolean;
}

/** Filters by terms are bits of one number. */
const MAX_TERM_FILTERS = 30;

/** Whether filters can be tested here at all: others are left to the database. */
export function canChoose({ skus, attributes = {} }: SearchFilters): boolean {
  return skus === undefined && Object.keys(attributes).length + 5 <= MAX_TERM_FILTERS;
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
  add(null, vendors, (vendor) => [entry('vendor', vendor), vendorId(vendor)]);
  for (const [code, values] of Object.entries(attributes))
    add(`attribute:${code}`, values, (label) => [attribute(code, label)]);
  return found;
}

function numberTests(filters: SearchFilters, candidates: Candidates): Test[] {
  const { minPrice, maxPrice, minRating, maxRating, inStock, hasActiveSpecial } = filters;
  const found: Test[] = [];
  const add = (group: string | null, passes: Test['passes']) => found.push({ group, passes });
  if (minPrice !== undefined || maxPrice !== undefined) {
    const [from, to] = [Math.min(Math.max(minPrice ?? 0, 0), MAX_INT32), Math.min(maxPrice ?? MAX_INT32, MAX_INT32)]; // prettier-ignore
    const { priceMin, priceMax } = candidates;
    add('price', (n) => (priceMin[n] ?? -1) >= 0 && (priceMin[n] ?? 0) <= to && (priceMax[n] ?? 0) >= from);
  }
  if (minRating !== undefined || maxRating !== undefined) {
    const [from, to] = [minRating ?? 0, maxRating ?? 5];
    const { ratingAverage } = candidates;
    add('rating', (n) => (ratingAverage[n] ?? 0) >= from && (ratingAverage[n] ?? 0) <= to);
  }
  if (inStock !== undefined) add(null, (n) => (candidates.inStock[n] === 1) === inStock);
  if (hasActiveSpecial) add(null, (n) => candidates.special[n] === 1);
  return found;
}

/** Tests the filters of a search on candidates; their terms must be known. */
export function chooseCandidates(
  candidates: Candidates,
  { filters, facets }: Pick<SearchQuery, 'filters' | 'facets'>,
  known: KnownTerms,
): Chosen {
  const byTerms = termFilters(filters);
  const bits = new Int32Array((candidates.termIds.at(-1) ?? 0) + 1);
  const tests: Test[] = byTerms.map(({ group, lookups }, place) => {
    for (const lookup of lookups) for (const id of known.idsOf(lookup)) if (id < bits.length) bits[id] = (bits[id] ?? 0) | (1 << place); // prettier-ignore
    return { group, passes: (_n, terms) => (terms & (1 << place)) !== 0 };
  });
  tests.push(...numberTests(filters, candidates));
  const passed: number[] = [];
  const failed = new Map<string, number[]>();
  for (let n = 0; n < candidates.length; n += 1) {
    const fails = failing(
      n,
      byTerms.length > 0 ? bitsOf(candidates, n, bits) : 0,
      tests,
      facets?.disjunctive,
    );
    if (fails === null) passed.push(n);
    else if (fails !== REFUSED) {
      const places = failed.get(fails);
      if (places) places.push(n);
      else failed.set(fails, [n]);
    }
  }
  return { passed, failed };
}

/** No group has this name. */
const REFUSED = '';

/** The one group that a candidate fails; null where it fails none, `REFUSED` where it is not to be counted at all. */
function failing(n: number, terms: number, tests: readonly Test[], disjunctive = false): string | null {
  let fails: string | null = null;
  for (const { group, passes } of tests) {
    if (passes(n, terms)) continue;
    if (!disjunctive || group === null || fails !== null) return REFUSED;
    fails = group;
  }
  return fails;
}

function bitsOf({ firstTerm, terms }: Candidates, n: number, bits: Int32Array): number {
  let found = 0;
  const end = firstTerm[n + 1] ?? 0;
  for (let at = firstTerm[n] ?? 0; at < end; at += 1) found |= bits[terms[at] ?? 0] ?? 0;
  return found;
}
