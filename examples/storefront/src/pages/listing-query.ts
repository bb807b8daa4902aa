import { asciiDigits } from './ascii-digits.js';
import type { CallResult, QueryOf } from 'haat-client';
import { cardOf } from '../views/product-card.js';
import type { ListingProps } from '../views/listing.js';
import type { Shop } from '../server/page.js';
import { Elsewhere } from '../server/visit.js';

type Query = NonNullable<QueryOf<'getStoreProducts'>>;

const PER_PAGE = 24;
const sorts: readonly string[] = ['new', 'best-selling', 'price-asc', 'price-desc', 'rating-desc'];

/** Rupees as they are typed, in subunits. */
const subunits = (typed: string | undefined) => {
  const text = asciiDigits(typed ?? '');
  return /^\d{1,8}$/.test(text) ? Number(text) * 100 : undefined;
};

/** What is chosen on a page of products: the fields of its form that are filled in. */
export function chosenOf(search: URLSearchParams): Record<string, string[]> {
  const chosen: Record<string, string[]> = {};
  for (const [name, value] of search) {
    if (
      value === '' ||
      !/^(q|sort|page|category|brand|vendor|rating|min|max|stock|sale|a\.[a-z0-9_-]{1,60})$/.test(name)
    )
      continue;
    (chosen[name] ??= []).push(value.slice(0, 200));
  }
  // Typed the wrong way round: the page says what it shows, and it shows what was meant.
  const [min, max] = [subunits(chosen['min']?.[0]), subunits(chosen['max']?.[0])];
  if (min !== undefined && max !== undefined && min > max)
    [chosen['min'], chosen['max']] = [chosen['max'] ?? [], chosen['min'] ?? []];
  return chosen;
}

/** The same for the API. `fixed` is what the page itself stands for: its category, its brand. */
export function productQuery(chosen: Record<string, string[]>, fixed: Query = {}): Query {
  const first = (name: string) => chosen[name]?.[0];
  const attributes = Object.fromEntries(
    Object.entries(chosen).flatMap(([name, values]) =>
      name.startsWith('a.') ? [[name.slice(2), values]] : [],
    ),
  );
  const sort = first('sort');
  const ratings = (chosen['rating'] ?? []).map(Number).filter((rating) => rating >= 1 && rating <= 5);
  return {
    facets: 'categories,vendors,price',
    facetMode: 'disjunctive',
    limit: PER_PAGE,
    page: pageOf(chosen),
    ...(first('q') && { q: first('q')?.slice(0, 120) }),
    ...(chosen['category'] && { categories: chosen['category'].join(',') }),
    ...(chosen['brand'] && { brands: chosen['brand'].join(',') }),
    ...(chosen['vendor'] && { vendors: chosen['vendor'].join(',') }),
    ...(Object.keys(attributes).length > 0 && { attributes: JSON.stringify(attributes) }),
    ...(ratings.length > 0 && { minRating: Math.min(...ratings) }),
    ...(subunits(first('min')) !== undefined && { minPrice: subunits(first('min')) }),
    ...(subunits(first('max')) !== undefined && { maxPrice: subunits(first('max')) }),
    ...(chosen['stock'] && { inStock: 'true' }),
    ...(chosen['sale'] && { hasActiveSpecial: 'true' }),
    ...(sort && sorts.includes(sort) && { sortBy: sort as NonNullable<Query['sortBy']> }),
    ...fixed,
  };
}

const pageOf = (chosen: Record<string, string[]>) =>
  Math.min(10_000, Math.max(1, Number.parseInt(chosen['page']?.[0] ?? '1', 10) || 1));

/** @throws Elsewhere for a page behind the last one */
export function listingProps(
  { visit, store }: Shop,
  chosen: Record<string, string[]>,
  found: Pick<CallResult<'getStoreProducts'>, 'data' | 'metadata'>,
): ListingProps {
  const { products, categories = [], vendors = [], brands, attributes, ratings, price = null } = found.data;
  const { total, lastPage, relaxed, didYouMean, understood } = found.metadata;
  const page = pageOf(chosen);
  const path = visit.url.pathname;
  if (page > Math.max(1, lastPage)) {
    // The last page there is, of what was chosen.
    const query = new URLSearchParams(visit.url.searchParams);
    if (lastPage > 1) query.set('page', String(lastPage));
    else query.delete('page');
    throw new Elsewhere(query.size > 0 ? `${path}?${query}` : path);
  }
  return {
    path,
    chosen,
    total,
    page,
    lastPage,
    query: { relaxed, didYouMean, understood },
    currency: store.profile.currency,
    cards: products.map(cardOf),
    searched: chosen['q'] !== undefined,
    facets: { categories, vendors, brands, attributes, ratings, price },
  };
}
