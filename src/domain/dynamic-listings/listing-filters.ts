import type { SearchSort } from '#domain/search/search-query.js';

/** What the products of a listing have to match, as saved and as asked for. */
export interface ListingFilters {
  q: string;
  /** Slugs or ids. */
  vendors: readonly string[];
  brands: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
  ingredients: readonly string[];
  skus: readonly string[];
  attributes: Readonly<Record<string, readonly string[]>>;
  minPrice: number;
  maxPrice: number;
  inStock: boolean;
  hasActiveSpecial: boolean;
  withReviews: boolean;
  sortBy: SearchSort;
}

/** A field that is undefined was not sent, one that is null was sent empty. */
export type AskedFilters = { [Field in keyof ListingFilters]?: ListingFilters[Field] | null };

/** The filters in force: a field that is asked for replaces the saved one, and sent empty it clears it. */
export function mergedFilters(saved: AskedFilters, asked: AskedFilters): Partial<ListingFilters> {
  const sent = Object.entries(asked).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...saved, ...Object.fromEntries(sent) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
}
