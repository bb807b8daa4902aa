import type { JsonValue, Metadata } from '#domain/_shared/json.js';
import { type SearchFilters, type SearchSort, searchSorts } from '#domain/search/search-query.js';

/** The search that a listing has saved. */
export interface SavedSearch {
  q: string;
  sortBy: SearchSort;
  /** Slugs of categories, without what is under them; undefined does not restrict. */
  categories?: string[];
  filters: Omit<SearchFilters, 'categorySlugs'>;
}

/** Saved filters are texts, as in a query, or JSON values; they were judged when they were saved. */
export function savedSearch(saved: Metadata | null): SavedSearch {
  const { q, sortBy, categories, brands, tags, ingredients, vendors, skus, ...rest } = saved ?? {};
  const sort = searchSorts.find((item) => item === sortBy);
  return {
    q: typeof q === 'string' ? q : '',
    sortBy: sort ?? 'relevance',
    categories: listOf(categories),
    filters: {
      brandSlugs: listOf(brands),
      tagSlugs: listOf(tags),
      ingredientSlugs: listOf(ingredients),
      vendors: listOf(vendors),
      skus: listOf(skus),
      attributes: attributesOf(rest['attributes']),
      minPrice: numberOf(rest['minPrice']),
      maxPrice: numberOf(rest['maxPrice']),
      inStock: flagOf(rest['inStock']),
      hasActiveSpecial: flagOf(rest['hasActiveSpecial']) || undefined,
    },
  };
}

type Saved = JsonValue | undefined;

/** Texts joined by commas, or a list; without any the filter does not restrict. */
function listOf(value: Saved): string[] | undefined {
  const texts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  const kept = [...new Set(texts.map((item) => item.trim()).filter(Boolean))];
  return kept.length > 0 ? kept : undefined;
}

function numberOf(value: Saved): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined;
}

function flagOf(value: Saved): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function attributesOf(value: Saved): Record<string, string[]> | undefined {
  const read: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : value;
  if (typeof read !== 'object' || read === null) return undefined;
  const entries = Object.entries(read as Metadata).map(([code, values]): [string, string[]] => [
    code,
    (Array.isArray(values) ? values : [values]).map(String),
  ]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
