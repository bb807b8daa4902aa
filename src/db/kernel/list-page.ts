import type { ListFilter, ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CountCache } from './count-cache.js';
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

export interface ListPageOptions {
  /** Table, joins and fixed conditions (the vendor, say), without select, order or limit. */
  base: Knex.QueryBuilder;
  query: ListQuery;
  /** The column of each field that filters and sort may name; the fields themselves come validated. */
  columns: Record<string, string>;
  /** The column that makes the order total. */
  idColumn: string;
  /** Columns looked through by `search`. */
  searchColumns?: string[];
  /** The column that marks soft-deleted rows. */
  deletedColumn?: string;
  select: (string | Knex.Raw)[];
  /** For more of each row than its own table has: the statement around the one that finds the rows of the page in order. */
  around?: (page: Knex.QueryBuilder) => PromiseLike<unknown[]>;
  /** For big lists: counted once per filter in a few seconds. */
  counts?: { cache: CountCache; name: string };
}

/** Up to here a total is counted, also where an estimate would do. */
const COUNTED = 50_000;

/** How many rows the planner expects: from its statistics, without reading any. */
async function estimateOf(matching: Knex.QueryBuilder): Promise<number> {
  const { sql, bindings } = matching.clone().select(matching.client.raw('1')).toSQL();
  const explained = (await matching.client.raw(`explain (format json) ${sql}`, bindings)) as {
    rows: {
      'QUERY PLAN'?: { Plan: { 'Plan Rows': number } }[];
      queryPlan?: { Plan: { 'Plan Rows': number } }[];
    }[];
  };
  const [row] = explained.rows;
  return (row?.['QUERY PLAN'] ?? row?.queryPlan)?.[0]?.Plan['Plan Rows'] ?? 0;
}

/**
 * One page of a generic list: conditions, order with the id as tie-breaker, and the total, which is exact unless an
 * estimate was asked for and is large. Whether there is more shows one row behind the page.
 */
export async function listPage<Row>(options: ListPageOptions): Promise<Page<Row>> {
  const { query, columns } = options;
  const matching = options.base.clone();
  for (const filter of query.filters) applyFilter(matching, columns[filter.field] ?? filter.field, filter);
  if (query.search !== undefined && options.searchColumns) {
    const pattern = likePattern(query.search);
    matching.where((group) => {
      for (const column of options.searchColumns ?? []) void group.orWhereILike(column, pattern);
    });
  }
  if (options.deletedColumn && !query.includeDeleted) matching.whereNull(options.deletedColumn);

  const count = async () => {
    const [row] = (await matching.clone().count({ total: '*' })) as { total: number }[];
    return row?.total ?? 0;
  };
  const { counts } = options;
  async function totalOf(): Promise<{ total: number; totalExact?: false }> {
    if (query.estimate) {
      const estimate = await estimateOf(matching);
      if (estimate > COUNTED) return { total: estimate, totalExact: false };
    }
    return { total: await (counts ? counts.cache.get(key, count) : count()) };
  }
  const key = counts
    ? `${counts.name} ${JSON.stringify([query.filters, query.search, query.includeDeleted])}`
    : '';
  const { field, direction } = query.sort;
  const page = matching
    .clone()
    .select(options.select)
    .orderBy(columns[field] ?? field, direction)
    .orderBy(options.idColumn, direction)
    .limit(query.limit + 1)
    .offset(query.offset);
  const [rows, total] = await Promise.all([
    (options.around ? options.around(page) : page) as Promise<Row[]>,
    totalOf(),
  ]);
  const { limit, offset } = query;
  return { rows: rows.slice(0, limit), ...total, limit, offset, hasMore: rows.length > limit };
}

/** Adds one filter of a list to a statement; for a filter that is no column of the list itself. */
export function applyFilter(
  builder: Knex.QueryBuilder,
  given: string | Knex.Raw,
  { operator, value }: ListFilter,
): void {
  const bind = (item: ListFilter['value']) => comparable(builder, item);
  // The builder takes an expression wherever it takes the name of a column, which its types do not say.
  const column = given as string;
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
