import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchFilters, SearchQuery } from '#domain/search/search-query.js';

/** An id that sorts as its number does. */
export const idOf = (n: number) => `0199c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A document of an unremarkable product. */
export function documentOf(n: number, fields: Partial<SearchDocument> = {}): SearchDocument {
  const title = fields.title ?? `Product ${n}`;
  return {
    id: idOf(n),
    vendorId: idOf(9_000),
    vendorSlug: 'haat',
    title,
    slug: `product-${n}`,
    subtitle: null,
    description: null,
    thumbnail: null,
    images: [],
    status: 'active',
    visibility: 'public',
    publishedAtTs: 1_700_000_000_000 + n,
    createdAtTs: 1_700_000_000_000,
    updatedAtTs: 1_700_000_000_000,
    indexedAtTs: 1_700_000_000_000,
    brandId: null,
    brandSlug: null,
    brandName: null,
    categoryIds: [],
    categorySlugs: [],
    categoryNames: [],
    primaryCategoryId: null,
    tagIds: [],
    tagSlugs: [],
    tagNames: [],
    ingredientIds: [],
    ingredientSlugs: [],
    ingredientNames: [],
    skus: [],
    optionValues: [],
    codes: [],
    variantMarks: [],
    attributes: [],
    variants: [],
    priceMin: 10_000,
    priceMax: 10_000,
    inStock: true,
    hasActiveSpecial: false,
    totalInventory: 10,
    ratingAverage: 0,
    ratingCount: 0,
    popularity: 0,
    ...fields,
  };
}

/** Fields of an entry: `brandOf(1, 'Tanishq')`. */
export function brandOf(n: number, name: string) {
  return { brandId: idOf(8_000 + n), brandSlug: name.toLowerCase(), brandName: name };
}

export function attributesOf(values: Record<string, string[]>): Pick<SearchDocument, 'attributes'> {
  return { attributes: Object.entries(values).map(([code, list]) => ({ code, values: list, ids: [] })) };
}

export function queryOf(fields: Partial<SearchQuery> = {}, filters: SearchFilters = {}): SearchQuery {
  return { q: '', sortBy: 'relevance', page: 1, limit: 20, filters, ...fields };
}
