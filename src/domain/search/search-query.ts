import type { SearchDocument } from './search-document.js';

export const searchSorts = [
  'relevance',
  'price-asc',
  'price-desc',
  'new',
  'best-selling',
  'popular',
  'inventory-high',
  'inventory-low',
  'rating-desc',
  'rating-asc',
] as const;
export type SearchSort = (typeof searchSorts)[number];

/**
 * What products have to match. A filter that is left out does not restrict; an empty list matches nothing. Values of one
 * list are alternatives, the lists are all required. Values are compared exactly.
 */
export interface SearchFilters {
  brandSlugs?: readonly string[];
  /** Descendants are to be included already. */
  categorySlugs?: readonly string[];
  tagSlugs?: readonly string[];
  ingredientSlugs?: readonly string[];
  /** Slugs or ids of vendors. */
  vendors?: readonly string[];
  skus?: readonly string[];
  /** By the code of the attribute: alternatives within a code, all codes are required. */
  attributes?: Readonly<Record<string, readonly string[]>>;
  /** Subunits, inclusive; compared with the range of current prices. Unpriced products never match. */
  minPrice?: number;
  maxPrice?: number;
  /** Inclusive bounds of the average rating. */
  minRating?: number;
  maxRating?: number;
  inStock?: boolean;
  /** Only products with a special price in effect. */
  hasActiveSpecial?: true;
  /** Only these products. */
  ids?: readonly string[];
  /** All but these products. */
  exceptIds?: readonly string[];
  /** Private products that are found beside the public ones: those that a member of customer groups sees. */
  alsoIds?: readonly string[];
}

/** What is counted beside brands and ratings. */
export interface FacetOptions {
  /** Codes of the attributes to count. */
  attributes: readonly string[];
  /** Each group is counted without its own filter. */
  disjunctive?: boolean;
  categories?: boolean;
  ingredients?: boolean;
  vendors?: boolean;
  price?: boolean;
}

export interface SearchQuery {
  /** Plain text; empty matches everything. */
  q: string;
  filters: SearchFilters;
  sortBy: SearchSort;
  /** From 1. */
  page: number;
  limit: number;
  /** How many products come before the first one, in place of the page. */
  offset?: number;
  /** Left out where only the products are wanted. */
  facets?: FacetOptions;
  /** Whether words may be left out where no product has all of them. */
  relax?: boolean;
}

export interface FacetEntry {
  id: string;
  slug: string;
  name: string;
  productCount: number;
}

export interface FacetValue {
  value: string;
  productCount: number;
}

export interface SearchFacets {
  /** By count, then name; at most 100. */
  brands: FacetEntry[];
  /** By count, then value; at most `MAX_COUNTED_VALUES` of each code, in no order of the codes. */
  attributes: { code: string; values: FacetValue[] }[];
  /** Cumulative: products rated 5, 4, 3, 2, 1 stars and up. */
  ratings: number[];
  categories?: FacetEntry[];
  ingredients?: FacetEntry[];
  /** Without names, which are not in the index: `name` is empty. */
  vendors?: FacetEntry[];
  /** Of priced products; null where there are none. */
  price?: { min: number; max: number } | null;
}

export interface SearchResult {
  /** Products that match, across all pages. */
  total: number;
  hits: SearchDocument[];
  facets: SearchFacets | null;
  /** Where no product has all words: those that were left out, and those that all products found have. */
  relaxed?: { dropped: string[]; matched: string[] };
  /** The text as it was searched for, where words of it were taken for others. */
  corrected?: string;
}

export const MAX_FACET_ENTRIES = 100;
/** More than are shown: values of select types are cut in their own order, which an engine does not know. */
export const MAX_COUNTED_VALUES = 1_000;

/** Sorting by "best-selling" is sorting by "new". */
export function effectiveSort(sortBy: SearchSort): Exclude<SearchSort, 'best-selling'> {
  return sortBy === 'best-selling' ? 'new' : sortBy;
}

/** How many products come before the first one of a page. */
export function offsetOf({ page, limit, offset }: Pick<SearchQuery, 'page' | 'limit' | 'offset'>): number {
  return offset ?? (page - 1) * limit;
}
