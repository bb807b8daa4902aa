import {
  type FacetEntry,
  type FacetOptions,
  MAX_FACET_ENTRIES,
  type SearchFacets,
} from '#domain/search/search-query.js';

export interface FacetCount {
  field_name: string;
  counts: { value: string; count: number }[];
  stats?: { min?: number; max?: number };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Entries by count, then name. While an entry is being renamed documents have both names. */
function entriesOf(count: FacetCount | undefined): FacetEntry[] {
  const entries = new Map<string, FacetEntry>();
  for (const { value, count: productCount } of count?.counts ?? []) {
    const [id = '', slug = '', name = ''] = JSON.parse(value) as string[];
    const known = entries.get(id);
    if (known) known.productCount += productCount;
    else entries.set(id, { id, slug, name, productCount });
  }
  return [...entries.values()]
    .sort((a, b) => b.productCount - a.productCount || compare(a.name, b.name) || compare(a.id, b.id))
    .slice(0, MAX_FACET_ENTRIES);
}

/** The facets as the port has them, of the counts of one search or of several. */
export function facetsOfCounts(counts: readonly FacetCount[], options: FacetOptions): SearchFacets {
  const byField = new Map(counts.map((count) => [count.field_name, count]));
  const steps = new Map((byField.get('ratingSteps')?.counts ?? []).map(({ value, count }) => [value, count]));
  const ratings = ['5', '4', '3', '2', '1'].map((step) => steps.get(step) ?? 0);
  const min = byField.get('facetPriceMin')?.stats?.min;
  const max = byField.get('facetPriceMax')?.stats?.max;
  return {
    brands: entriesOf(byField.get('brandFacet')),
    attributes: options.attributes.flatMap((code) => {
      const values = (byField.get(`facet_${code}`)?.counts ?? [])
        .map(({ value, count }) => ({ value: (JSON.parse(value) as string[])[1] ?? '', productCount: count }))
        .sort((a, b) => b.productCount - a.productCount || compare(a.value, b.value));
      return values.length > 0 ? [{ code, values }] : [];
    }),
    ratings,
    ...(options.categories && { categories: entriesOf(byField.get('categoryFacet')) }),
    ...(options.ingredients && { ingredients: entriesOf(byField.get('ingredientFacet')) }),
    ...(options.vendors && { vendors: entriesOf(byField.get('vendorFacet')) }),
    ...(options.price && { price: min === undefined || max === undefined ? null : { min, max } }),
  };
}
