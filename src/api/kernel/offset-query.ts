import { z } from 'zod';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { listForms } from './list-form.js';
import { wholeNumberText } from './values.js';

export interface OffsetRules<Field extends string> {
  /** Fields that `sortBy` may name; the first is the default. */
  sortBy: readonly [Field, ...Field[]];
  defaultDirection?: 'asc' | 'desc';
  defaultLimit?: number;
  maxLimit?: number;
  /** The parameter with the text to look for; by default `q`. */
  searchParam?: 'q' | 'searchValue';
}

/** A yes or no in a query: `true`, `false`, `1` or `0`. */
export const booleanTextSchema = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .meta({ override: { type: 'boolean', enum: undefined } });

/** Text to look for: trimmed, and something has to be left of it. */
export const searchTextSchema = z.string().trim().min(1).max(200);

/**
 * The query of a list that is paged by `limit` and `offset` and sorted by `sortBy` and `sortDirection`, with the filters
 * of the list itself. Out of range is 400, never clamped. Its result is what `listPage` takes, and the filters.
 */
export function offsetQuerySchema<Field extends string, Own extends z.ZodRawShape>(
  rules: OffsetRules<Field>,
  own: Own,
) {
  const { sortBy, defaultDirection = 'desc', defaultLimit = 100, maxLimit = 500, searchParam = 'q' } = rules;
  const paging = {
    limit: wholeNumberText({ min: 1, max: maxLimit, fallback: defaultLimit }),
    offset: wholeNumberText({ min: 0, max: 100_000_000, fallback: 0 }),
    sortBy: z.enum(sortBy as readonly [Field, ...Field[]]).default(sortBy[0] as never),
    sortDirection: z.enum(['asc', 'desc']).default(defaultDirection),
  };
  const search = { [searchParam]: searchTextSchema.optional() };
  const schema = z.object({ ...paging, ...search, ...own }).transform((query) => {
    const {
      limit,
      offset,
      sortBy: field,
      sortDirection,
      [searchParam]: text,
      ...filters
    } = query as z.output<z.ZodObject<typeof paging>> & Partial<Record<'q' | 'searchValue', string>>;
    const page = Math.floor(offset / limit) + 1;
    const sort = { field: field as string, direction: sortDirection };
    const list: ListQuery = { page, limit, offset, search: text, filters: [], includeDeleted: true, sort };
    return { list, filters: filters as z.output<z.ZodObject<Own>> };
  });
  return schema.register(listForms, {
    paging: 'offset',
    search: searchParam,
    sort: ['sortBy', 'sortDirection'],
    default: `${sortBy[0]}:${defaultDirection}`,
  });
}
