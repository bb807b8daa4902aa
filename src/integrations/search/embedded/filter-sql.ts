import { MAX_INT32 } from '#domain/search/search-document.js';
import type { SearchFilters } from '#domain/search/search-query.js';
import { part, type SqlPart } from './sql-part.js';

/** A filter, with the group of facets that is counted without it when facets are disjunctive. */
export interface Filter extends SqlPart {
  group: string | null;
}

const int32 = (value: number) => Math.min(value, MAX_INT32);

/** The ids of terms are looked up in the statement: entries that no document has have no id. */
const terms = (where: string) => `coalesce((select array_agg(id) from search_terms where ${where}), '{}')`;

const bySlug = (column: string, kind: string, slugs: readonly string[]): SqlPart =>
  part(`d.${column} && ${terms(`kind = '${kind}' and slug = any(?::text[])`)}`, slugs);

const grouped = (group: string | null, { sql, values }: SqlPart): Filter => ({ group, sql, values });

/** The filters on documents `d`. */
export function filtersOf(filters: SearchFilters): Filter[] {
  const found: Filter[] = [];
  const add = (group: string | null, item: SqlPart) => found.push(grouped(group, item));
  const { brandSlugs, categorySlugs, tagSlugs, ingredientSlugs, vendors, skus, attributes = {} } = filters;
  if (brandSlugs) add('brand', bySlug('facets', 'brand', brandSlugs));
  if (categorySlugs) add('category', bySlug('filters', 'category', categorySlugs));
  if (tagSlugs) add(null, bySlug('filters', 'tag', tagSlugs));
  if (ingredientSlugs) add('ingredient', bySlug('filters', 'ingredient', ingredientSlugs));
  if (vendors) {
    const vendor = terms(`kind = 'vendor' and (slug = any(?::text[]) or ref = any(?::text[]))`);
    add('vendor', part(`d.filters && ${vendor}`, vendors, vendors));
  }
  if (skus) add(null, part('d.skus && ?::text[]', skus));
  for (const [code, values] of Object.entries(attributes)) {
    const value = terms(`kind = 'attribute' and slug = ? and label = any(?::text[])`);
    add(`attribute:${code}`, part(`d.facets && ${value}`, code, values));
  }
  if (filters.ids) add(null, part('d.id = any(?::uuid[])', filters.ids));
  if (filters.exceptIds) add(null, part('d.id <> all(?::uuid[])', filters.exceptIds));
  for (const item of numberFilters(filters)) found.push(item);
  return found;
}

function numberFilters(filters: SearchFilters): Filter[] {
  const { minPrice, maxPrice, minRating, maxRating, inStock, hasActiveSpecial } = filters;
  const found: Filter[] = [];
  if (minPrice !== undefined || maxPrice !== undefined) {
    const from = int32(Math.max(minPrice ?? 0, 0));
    found.push(
      grouped(
        'price',
        part('d.price_min between 0 and ? and d.price_max >= ?', int32(maxPrice ?? MAX_INT32), from),
      ),
    );
  }
  if (minRating !== undefined || maxRating !== undefined)
    found.push(grouped('rating', part('d.rating_average between ? and ?', minRating ?? 0, maxRating ?? 5)));
  if (inStock !== undefined) found.push(grouped(null, part('d.in_stock = ?', inStock)));
  if (hasActiveSpecial) found.push(grouped(null, part('d.has_active_special')));
  return found;
}
