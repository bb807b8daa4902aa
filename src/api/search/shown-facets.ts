import type { AttributeCatalogue } from './attribute-catalogue.js';
import type { FacetValue, SearchFacets } from '#domain/search/search-query.js';

const MAX_ATTRIBUTES = 50;
const MAX_VALUES = 100;

export interface AttributeFacet {
  code: string;
  title: string;
  values: FacetValue[];
}

/** Attributes by title with their values: those of select types in their own order, others by count. */
export function attributeFacets(
  counted: SearchFacets['attributes'],
  { attributes }: AttributeCatalogue,
): AttributeFacet[] {
  const values = new Map(counted.map((item) => [item.code, item.values]));
  const shown: AttributeFacet[] = [];
  for (const { code, title, values: order } of attributes) {
    const found = values.get(code);
    if (!found || found.length === 0) continue;
    if (shown.length === MAX_ATTRIBUTES) break;
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
