import {
  type FacetEntry,
  type FacetOptions,
  MAX_FACET_ENTRIES,
  type SearchFacets,
  type SearchQuery,
  type SearchResult,
} from '#domain/search/search-query.js';

/** Kind, slug or code, id, name or value, products. */
export type TermCount = [kind: string, slug: string, ref: string, label: string, count: number];

export interface FacetRow {
  terms: TermCount[];
  ratings: number[];
  price: { min: number; max: number } | null;
}

/** Entries by count, then name. While an entry is being renamed documents have both names: the more frequent one counts. */
function entriesOf(kind: string, terms: readonly TermCount[]): FacetEntry[] {
  const entries = new Map<string, FacetEntry>();
  for (const [of, slug, id, name, productCount] of terms) {
    if (of !== kind) continue;
    const known = entries.get(id);
    if (known) known.productCount += productCount;
    else entries.set(id, { id, slug, name, productCount });
  }
  return [...entries.values()]
    .sort((a, b) => b.productCount - a.productCount || compareText(a.name, b.name) || compareText(a.id, b.id))
    .slice(0, MAX_FACET_ENTRIES);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The facets as the port has them. */
export function readFacets({ terms, ratings, price }: FacetRow, options: FacetOptions): SearchFacets {
  const attributes = new Map<string, { value: string; productCount: number }[]>();
  for (const [kind, code, , value, productCount] of terms) {
    if (kind !== 'attribute') continue;
    const values = attributes.get(code) ?? [];
    attributes.set(code, values);
    values.push({ value, productCount });
  }
  return {
    brands: entriesOf('brand', terms),
    attributes: [...attributes].map(([code, values]) => ({
      code,
      values: values.sort((a, b) => b.productCount - a.productCount || compareText(a.value, b.value)),
    })),
    ratings,
    ...(options.categories && { categories: entriesOf('category', terms) }),
    ...(options.ingredients && { ingredients: entriesOf('ingredient', terms) }),
    ...(options.vendors && { vendors: entriesOf('vendor', terms) }),
    ...(options.price && { price }),
  };
}

/** What a search finds where there is nothing. */
export function emptyResult({ facets }: SearchQuery): SearchResult {
  const none: FacetRow = { terms: [], ratings: [0, 0, 0, 0, 0], price: null };
  return { total: 0, hits: [], facets: facets ? readFacets(none, facets) : null };
}
