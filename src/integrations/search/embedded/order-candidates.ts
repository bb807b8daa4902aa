import { effectiveSort, offsetOf, type SearchQuery, type SearchSort } from '#domain/search/search-query.js';
import type { Candidates } from './packed-document.js';

type Column = ArrayLike<number>;
type Compare = (a: number, b: number) => number;

const up =
  (column: Column): Compare =>
  (a, b) =>
    (column[a] ?? 0) - (column[b] ?? 0);
const down =
  (column: Column): Compare =>
  (a, b) =>
    (column[b] ?? 0) - (column[a] ?? 0);

/** Those without a price come last, whichever way prices are sorted. */
const unpriced =
  ({ priceMin }: Candidates): Compare =>
  (a, b) =>
    Number((priceMin[a] ?? 0) < 0) - Number((priceMin[b] ?? 0) < 0);

/** The same as the orders of the statement. */
const orders: Record<ReturnType<typeof effectiveSort>, (of: Candidates) => Compare[]> = {
  relevance: ({ ranks, inStock, popularity, ratingCount, publishedAt }) =>
    ranks
      ? [down(ranks), down(inStock), down(popularity), down(ratingCount), down(publishedAt)]
      : [down(inStock), down(popularity)],
  'price-asc': (of) => [down(of.inStock), unpriced(of), up(of.priceMin)],
  'price-desc': (of) => [down(of.inStock), unpriced(of), down(of.priceMin)],
  new: (of) => [down(of.publishedAt)],
  'inventory-high': (of) => [down(of.totalInventory)],
  'inventory-low': (of) => [down(of.inStock), up(of.totalInventory)],
  'rating-desc': (of) => [down(of.ratingAverage), down(of.ratingCount)],
  popular: (of) => [down(of.popularity), down(of.ratingCount), down(of.publishedAt)],
  'rating-asc': (of) => [up(of.ratingAverage), down(of.ratingCount)],
};

function comparing(candidates: Candidates, sortBy: SearchSort): Compare {
  const [first, second, third, fourth, fifth] = orders[effectiveSort(sortBy)](candidates);
  const { ids } = candidates;
  const byId: Compare = (a, b) => {
    for (let word = 0; word < 4; word += 1) {
      const difference = (ids[a * 4 + word] ?? 0) - (ids[b * 4 + word] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return (a, b) =>
    first?.(a, b) || second?.(a, b) || third?.(a, b) || fourth?.(a, b) || fifth?.(a, b) || byId(a, b);
}

/** Up to so many of the best are kept in order while the others are read; for more, all are sorted. */
export const MAX_KEPT = 200;

/** The places of one page, in order. */
export function pageOf(
  candidates: Candidates,
  places: readonly number[],
  query: Pick<SearchQuery, 'sortBy' | 'page' | 'limit' | 'offset'>,
): number[] {
  const compare = comparing(candidates, query.sortBy);
  const from = offsetOf(query);
  const to = from + query.limit;
  if (from >= places.length) return [];
  return (to <= MAX_KEPT ? best(places, to, compare) : [...places].sort(compare)).slice(from, to);
}

function best(places: readonly number[], most: number, compare: Compare): number[] {
  const kept: number[] = [];
  for (const place of places) {
    const last = kept[kept.length - 1];
    if (kept.length === most && last !== undefined && compare(place, last) >= 0) continue;
    let [from, to] = [0, kept.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(place, kept[middle] ?? place) < 0) to = middle;
      else from = middle + 1;
    }
    if (kept.length === most) kept.pop();
    kept.splice(from, 0, place);
  }
  return kept;
}
