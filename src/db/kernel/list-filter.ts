import type { ListFilter } from '#domain/_shared/list-query.js';
import type { Knex } from './knex.js';

const comparisons: Record<Exclude<ListFilter['operator'], 'in' | 'like'>, string> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** `%` and `_` in a search are letters. */
export function likePattern(text: string): string {
  return `%${prefixPattern(text)}`;
}

/** As `likePattern`, for what begins with the text. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Adds one filter of a list to a statement; for a filter that is no column of the list itself. */
export function applyFilter(
  builder: Knex.QueryBuilder,
  given: string | Knex.Raw,
  { operator, value }: ListFilter,
): void {
  // The builder takes an expression wherever it takes the name of a column, which its types do not say.
  const column = given as string;
  const bind = (item: ListFilter['value']) => comparable(builder, item);
  if (operator === 'in') builder.whereIn(column, (value as (string | number)[]).map(bind) as string[]);
  else if (operator === 'like') builder.whereILike(column, likePattern(String(value)));
  else builder.where(column, comparisons[operator], bind(value));
}

/**
 * The database takes a parameter for the type of its column, and fails where it does not fit: a fraction, or more than
 * four bytes hold. Such numbers are compared as numerics, which no index serves, and which is right.
 */
function comparable(builder: Knex.QueryBuilder, value: ListFilter['value']): string {
  const fits = typeof value !== 'number' || (Number.isInteger(value) && Math.abs(value) <= 2_147_483_647);
  return (fits ? value : builder.client.raw('?::numeric', [value])) as string;
}
