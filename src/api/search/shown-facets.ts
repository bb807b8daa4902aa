import type { AttributeCatalogue } from '#operations/search/attribute-catalogue.js';
import type { FacetEntry, FacetValue, SearchFacets } from '#domain/search/search-query.js';

const MAX_ATTRIBUTES = 50;
const MAX_VALUES = 100;

export interface AttributeFacet {
  code: string;
  title: string;
  values: FacetValue[];
}

/**
 * Attributes by title with their values: those of select types in their own order, others by count. Of more than fit,
 * those that are chosen, then those that the most products found have.
 */
export function attributeFacets(
  counted: SearchFacets['attributes'],
  { attributes, byCode }: AttributeCatalogue,
  { total, chosen }: { total: number; chosen: readonly string[] },
): AttributeFacet[] {
  const values = new Map(counted.map((item) => [item.code, item.values]));
  const covered = (found: readonly FacetValue[]) =>
    Math.min(
      total,
      found.reduce((sum, { productCount }) => sum + productCount, 0),
    );
  const wanted = new Set(
    counted
      .filter(({ code, values: found }) => found.length > 0 && byCode.has(code))
      .map(({ code, values: found }) => ({ code, share: chosen.includes(code) ? Infinity : covered(found) }))
      .sort((a, b) => b.share - a.share || (a.code < b.code ? -1 : 1))
      .slice(0, MAX_ATTRIBUTES)
      .map(({ code }) => code),
  );
  const shown: AttributeFacet[] = [];
  for (const { code, title, values: order } of attributes) {
    const found = values.get(code);
    if (!found || !wanted.has(code)) continue;
    shown.push({ code, title, values: inOrder(found, order).slice(0, MAX_VALUES) });
  }
  return shown;
}

function inOrder(found: FacetValue[], order: readonly string[]): FacetValue[] {
  if (order.length === 0) return found;
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = ({ value }: FacetValue) => places.get(value) ?? order.length;
  return [...found].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Five rows, from 5 stars down. */
export function ratingFacet(counts: readonly number[]): { rating: number; productCount: number }[] {
  return [5, 4, 3, 2, 1].map((rating, n) => ({ rating, productCount: counts[n] ?? 0 }));
}

/** Counted vendors with their names, by count, then name; those that have stopped selling since they were indexed are left out. */
export function vendorFacet(
  counted: readonly FacetEntry[],
  names: ReadonlyMap<string, { slug: string; name: string }>,
): FacetEntry[] {
  return counted
    .flatMap(({ id, productCount }) => {
      const known = names.get(id);
      return known ? [{ id, ...known, productCount }] : [];
    })
    .sort((a, b) => b.productCount - a.productCount || a.name.localeCompare(b.name, 'en'));
}
