import { likePattern } from './list-filter.js';
import type { Knex } from './knex.js';

/** Up to here the rows that match a text are collected and then sorted; more are read in the order of the list. */
export const COLLECTED = 4_000;

export interface TextMatches {
  /** Table, joins and conditions of the list, without the search. */
  base: Knex.QueryBuilder;
  idColumn: string;
  sort: { column: string; collation?: string; direction: 'asc' | 'desc' };
  limit: number;
  offset: number;
  /** What `search` looks for, where the list has one; without it the conditions of the base hold the text. */
  search?: string | undefined;
  /** Columns that contain the text. */
  searchColumns?: readonly string[] | undefined;
  /** Columns with a plain index that may equal the text: rows that do are the whole result. */
  exactColumns?: readonly string[] | undefined;
}

export interface FoundMatches {
  /** Of the page and one row behind it, in order. */
  ids: unknown[];
  total: number;
}

/** How a number, a code or an address may be stored. */
function spellings(text: string): string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
}

/**
 * The page of the rows that match a text. Postgres cannot estimate how rare a text is, and where it expects many it
 * walks a large table in the order of the list. So the matches of each column are collected by its own index first, and
 * only they are sorted. Returns undefined where there are more than `COLLECTED`: then the walk finds a page soon.
 */
export async function collectMatches(matches: TextMatches): Promise<FoundMatches | undefined> {
  const { base, sort, limit, offset } = matches;
  const knex = base.client as Knex.Client & { raw: Knex['raw'] };
  const bindings: unknown[] = [];
  const rows = (narrow?: (builder: Knex.QueryBuilder) => void) => {
    const builder = base
      .clone()
      .select(
        knex.raw(`?? as id, ??${sort.collation ?? ''} as sort`, [matches.idColumn, sort.column]) as never,
      );
    narrow?.(builder);
    const { sql, bindings: values } = builder.toSQL();
    bindings.push(...values);
    return sql;
  };

  const { search, searchColumns = [], exactColumns = [] } = matches;
  let found: string;
  if (search === undefined) found = `found as materialized (${rows()} limit ${COLLECTED + 1})`;
  else {
    const equal = exactColumns.map((column) =>
      rows((builder) => void builder.whereIn(column, spellings(search))),
    );
    const containing = searchColumns.map(
      (column) =>
        `(${rows((builder) => {
          void builder.whereILike(column, likePattern(search));
          if (equal.length > 0) void builder.whereRaw('not exists (select from equal)');
        })} limit ${COLLECTED + 1})`,
    );
    found = [
      ...(equal.length > 0 ? [`equal as materialized (${equal.join(' union ')})`] : []),
      `found as materialized (${[...(equal.length > 0 ? ['select * from equal'] : []), ...containing].join(' union ')})`,
    ].join(', ');
  }
  const result = await knex.raw<{ rows: [FoundMatches] }>(
    `with ${found}
     select (select count(*)::integer from found) as total,
       array(select id from found order by sort ${sort.direction}, id ${sort.direction} limit ? offset ?) as ids`,
    [...bindings, limit, offset] as never,
  );
  const [row] = result.rows;
  return row.total > COLLECTED ? undefined : row;
}
