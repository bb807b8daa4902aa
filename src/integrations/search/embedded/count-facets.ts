import { type FacetOptions, MAX_COUNTED_VALUES } from '#domain/search/search-query.js';
import type { Chosen } from './choose-candidates.js';
import type { KnownTerm, KnownTerms } from './known-terms.js';
import type { Candidates } from './packed-document.js';
import { compareText, type FacetRow, type TermCount } from './read-facets.js';

const groupOf = ({ kind, slug }: KnownTerm) => (kind === 'attribute' ? `attribute:${slug}` : kind);

/** Whatever is shown beside the products: the same as the statement counts. */
export function countFacets(
  candidates: Candidates,
  { passed, failed }: Chosen,
  options: FacetOptions,
  known: KnownTerms,
): FacetRow {
  const counts = new Int32Array((candidates.termIds.at(-1) ?? 0) + 1);
  const { firstTerm, terms } = candidates;
  for (const n of passed) {
    const end = firstTerm[n + 1] ?? 0;
    for (let at = firstTerm[n] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      counts[term] = (counts[term] ?? 0) + 1;
    }
  }
  for (const [group, places] of failed)
    for (const n of places)
      for (const term of terms.subarray(firstTerm[n], firstTerm[n + 1])) {
        const found = known.find(term);
        if (found && groupOf(found) === group) counts[term] = (counts[term] ?? 0) + 1;
      }
  return {
    terms: shownTerms(candidates, counts, options, known),
    ratings: countRatings(candidates, [passed, failed.get('rating') ?? []]),
    price: priceRange(candidates, [passed, failed.get('price') ?? []]),
  };
}

function shownTerms(
  { termIds }: Candidates,
  counts: Int32Array,
  options: FacetOptions,
  known: KnownTerms,
): TermCount[] {
  const codes = new Set(options.attributes);
  const shows = ({ kind, slug }: KnownTerm) =>
    kind === 'brand' ||
    (kind === 'attribute' && codes.has(slug)) ||
    (kind === 'category' && options.categories === true) ||
    (kind === 'ingredient' && options.ingredients === true) ||
    (kind === 'vendor' && options.vendors === true);
  const groups = new Map<string, TermCount[]>();
  for (const id of termIds) {
    const count = counts[id] ?? 0;
    const term = count > 0 ? known.find(id) : undefined;
    if (!term || !shows(term)) continue;
    const row: TermCount = [term.kind, term.slug, term.ref, term.label, count];
    const group = groups.get(groupOf(term));
    if (group) group.push(row);
    else groups.set(groupOf(term), [row]);
  }
  // The most frequent first: of an entry that is being renamed that name counts.
  return [...groups.values()].flatMap((group) =>
    group.sort((a, b) => b[4] - a[4] || compareText(a[3], b[3])).slice(0, MAX_COUNTED_VALUES),
  );
}

/** Products rated 5, 4, 3, 2, 1 stars and up. */
function countRatings({ ratingAverage }: Candidates, lists: readonly (readonly number[])[]): number[] {
  const rated = [0, 0, 0, 0, 0];
  for (const places of lists)
    for (const n of places) {
      const average = ratingAverage[n] ?? 0;
      for (let stars = 1; stars <= 5 && average >= stars; stars += 1)
        rated[5 - stars] = (rated[5 - stars] ?? 0) + 1;
    }
  return rated;
}

function priceRange(
  { priceMin, priceMax }: Candidates,
  lists: readonly (readonly number[])[],
): { min: number; max: number } | null {
  let [min, max] = [Number.POSITIVE_INFINITY, -1];
  for (const places of lists)
    for (const n of places) {
      const [low, high] = [priceMin[n] ?? -1, priceMax[n] ?? -1];
      if (low < 0) continue;
      if (low < min) min = low;
      if (high > max) max = high;
    }
  return max < 0 ? null : { min, max };
}
