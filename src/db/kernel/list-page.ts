import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CountCache } from './count-cache.js';
import type { Knex } from './knex.js';
import { byValues, type FewValues } from './few-values.js';
import { applyFilter, likePattern } from './list-filter.js';
import { collectMatches } from './list-matches.js';
import { totalOf } from './list-total.js';
import { orderOfField } from './text-order.js';

/** From this offset on a page is found by ids alone before its rows are read. */
export const DEEP = 500;

/** A start nearer to a far page, and the rest of its offset. */
export interface KeptStart {
  /** The instant that the rows begin at, or end before where the latest come first. */
  bound: Date;
  narrow: (page: Knex.QueryBuilder) => void;
  offset: number;
}

export interface ListPageOptions {
  /** Table, joins and fixed conditions (the vendor, say), without select, order or limit. */
  base: Knex.QueryBuilder;
  query: ListQuery;
  /** The column of each field that filters and sort may name; the fields themselves come validated. */
  columns: Record<string, string>;
  /** Columns that the rows are ordered by in place of those: the same order, where only they have an index. */
  sortColumns?: Record<string, string>;
  /** Fields whose columns have few different values. */
  fewValues?: Record<string, FewValues>;
  /** The column that makes the order total. */
  idColumn: string;
  /** Columns looked through by `search`. */
  searchColumns?: string[];
  /**
   * Columns, each with a plain index, that name a row by themselves: a number, an AWB, an address. Where `search` equals
   * one of them, the rows that it names are the whole result.
   */
  exactColumns?: string[];
  /** The column that marks soft-deleted rows. */
  deletedColumn?: string;
  select: (string | Knex.Raw)[];
  /** For more of each row than its own table has: the statement around the one that finds the rows of the page in order. */
  around?: (page: Knex.QueryBuilder) => PromiseLike<unknown[]>;
  /** For big lists: counted once per filter in a few seconds. */
  counts?: { cache: CountCache; name: string };
  /** The sum of counts that are kept with every write; undefined where they do not know these filters. */
  keptTotal?: () => Promise<number> | undefined;
  /** Where kept counts know the rows before the page: a nearer start, and the rest of the offset. */
  keptStart?: () => Promise<KeptStart | undefined>;
}

/**
 * One page of a generic list: conditions, order with the id as tie-breaker, and the total, which is exact unless an
 * estimate was asked for and is large. Whether there is more shows one row behind the page. A page that is not full ends
 * the list, and a text that matches few rows is counted with them, so that neither needs a count.
 */
export async function listPage<Row>(options: ListPageOptions): Promise<Page<Row>> {
  const { query, columns, idColumn } = options;
  const { limit, offset } = query;
  const column = options.sortColumns?.[query.sort.field] ?? columns[query.sort.field] ?? query.sort.field;
  const collation = orderOfField(query.sort.field);
  const { direction } = query.sort;
  const matching = options.base.clone();
  const filters = options.fewValues
    ? await byValues(matching.client as Knex.Client, query.filters, options.fewValues)
    : query.filters;
  for (const filter of filters) applyFilter(matching, columns[filter.field] ?? filter.field, filter);
  if (options.deletedColumn && !query.includeDeleted) matching.whereNull(options.deletedColumn);
  const search = options.searchColumns || options.exactColumns ? query.search : undefined;

  const ordered = (builder: Knex.QueryBuilder) =>
    builder.clone().orderByRaw(`??${collation} ${direction}`, [column]).orderBy(idColumn, direction);
  const run = (page: Knex.QueryBuilder) =>
    (options.around ? options.around(page) : page) as PromiseLike<Row[]>;

  if (search !== undefined || filters.some(({ operator }) => operator === 'like')) {
    const { searchColumns, exactColumns } = options;
    const found = await collectMatches({
      base: matching,
      idColumn,
      sort: { column, collation, direction },
      limit: limit + 1,
      offset,
      search,
      searchColumns,
      exactColumns,
    });
    if (found) {
      const ids = found.ids.slice(0, limit) as string[];
      const rows = ids.length === 0 ? [] : await run(ordered(rowsOf(ids)).limit(limit));
      return { rows, total: found.total, limit, offset, hasMore: found.ids.length > limit };
    }
    if (search !== undefined)
      matching.where((group) => {
        for (const searched of searchColumns ?? []) void group.orWhereILike(searched, likePattern(search));
      });
  }

  const start = offset >= DEEP ? await options.keptStart?.() : undefined;
  const rows = await run(pageOf(start));
  const isLast = rows.length <= limit && (rows.length > 0 || offset === 0);
  const total = isLast ? { total: offset + rows.length } : await totalOf(matching, options);
  return { rows: rows.slice(0, limit), ...total, limit, offset, hasMore: rows.length > limit };

  function rowsOf(ids: string[] | Knex.QueryBuilder): Knex.QueryBuilder {
    return options.base
      .clone()
      .whereIn(idColumn, ids as string[])
      .select(options.select);
  }

  /** The statement of the page. A deep one is found by ids alone: rows that are passed over are not read. */
  function pageOf(start: KeptStart | undefined): Knex.QueryBuilder {
    const page = ordered(matching);
    start?.narrow(page);
    void page.limit(limit + 1).offset(start?.offset ?? offset);
    if (offset < DEEP || options.around) return page.select(options.select);
    return ordered(rowsOf(page.select(idColumn)));
  }
}
