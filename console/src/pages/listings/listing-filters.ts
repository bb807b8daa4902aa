import { label } from '../../lib/format.js';

/** The filters of a listing as the form holds them; amounts are subunits. */
export interface Filters {
  q: string;
  vendors: string[];
  brands: string[];
  categories: string[];
  tags: string[];
  ingredients: string[];
  skus: string[];
  minPrice: number | null;
  maxPrice: number | null;
  inStock: boolean;
  hasActiveSpecial: boolean;
  withReviews: boolean;
  sortBy: string | null;
  /** What the form has no field for, kept as it is. */
  rest: Record<string, unknown>;
}

export const lists = ['vendors', 'brands', 'categories', 'tags', 'ingredients', 'skus'] as const;
const flags = ['inStock', 'hasActiveSpecial', 'withReviews'] as const;

export const sorts = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'new', label: 'Newest first' },
  { value: 'best-selling', label: 'Best selling' },
  { value: 'price-asc', label: 'Cheapest first' },
  { value: 'price-desc', label: 'Dearest first' },
  { value: 'rating-desc', label: 'Best rated' },
  { value: 'inventory-high', label: 'Most in stock' },
];

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((item) => item.trim())
    .filter(Boolean);

/** Saved filters, whose values are texts as a query has them or JSON values. */
export function readFilters(saved: Record<string, unknown> | null): Filters {
  const { q, minPrice, maxPrice, sortBy, ...others } = saved ?? {};
  const rest = { ...others };
  for (const name of [...lists, ...flags]) delete rest[name];
  const amount = (value: unknown) =>
    value === undefined || value === null || value === '' ? null : Number(value);
  const [vendors, brands, categories, tags, ingredients, skus] = lists.map((name) => listOf(others[name]));
  const [inStock, hasActiveSpecial, withReviews] = flags.map((name) => String(others[name]) === 'true');
  return {
    q: typeof q === 'string' ? q : '',
    vendors: vendors ?? [],
    brands: brands ?? [],
    categories: categories ?? [],
    tags: tags ?? [],
    ingredients: ingredients ?? [],
    skus: skus ?? [],
    minPrice: amount(minPrice),
    maxPrice: amount(maxPrice),
    inStock: inStock ?? false,
    hasActiveSpecial: hasActiveSpecial ?? false,
    withReviews: withReviews ?? false,
    sortBy: typeof sortBy === 'string' && sortBy !== '' ? sortBy : null,
    rest,
  };
}

/** Filters to be saved: what is empty is left out; null where nothing is left. */
export function savedFilters({ rest, ...filters }: Filters): Record<string, never> | null {
  const filled = Object.entries({ ...rest, ...filters }).filter(
    ([, value]) =>
      value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return filled.length === 0 ? null : (Object.fromEntries(filled) as Record<string, never>);
}

/** A query that replaces each saved filter: sent empty it clears the saved one. */
export function queryOf({ rest, ...filters }: Filters): Record<string, string> {
  const text = (value: unknown) =>
    value === null || value === false
      ? ''
      : Array.isArray(value)
        ? value.join(',')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return Object.fromEntries(
    Object.entries({ ...rest, ...filters }).map(([name, value]) => [name, text(value)]),
  );
}

/** `Brands tanishq, fabindia; in stock`. */
export function filtersText(saved: Record<string, unknown> | null): string {
  const filled = Object.entries(savedFilters(readFilters(saved)) ?? {});
  if (filled.length === 0) return 'Every product on sale';
  return filled
    .map(([name, value]: [string, unknown]) =>
      value === true
        ? label(name)
        : `${label(name)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    )
    .join('; ');
}
