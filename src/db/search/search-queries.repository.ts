import type { Knex } from '#db/kernel/knex.js';
import type { Page } from '#domain/_shared/list-query.js';

/** Searches for one folded text on one day (UTC). */
export interface QueryCount {
  day: string;
  query: string;
  searches: number;
  zeroResults: number;
}

export interface QueryReport {
  from?: string;
  to?: string;
  /** Only texts that found nothing at least once. */
  zeroResults?: boolean;
  limit: number;
  offset: number;
}

export function createSearchQueriesRepository(knex: Knex) {
  return {
    /** Adds counts, many in one statement. */
    async add(counts: readonly QueryCount[]): Promise<void> {
      if (counts.length === 0) return;
      const rows = counts.map(({ day, query, searches, zeroResults }) => ({
        ...{ day, query, searches },
        zero_results: zeroResults,
      }));
      await knex.raw(
        `insert into search_queries as q (day, query, searches, zero_results)
         select day, query, searches, zero_results
         from jsonb_to_recordset(?::jsonb) as given(day date, query text, searches bigint, zero_results bigint)
         order by day, query
         on conflict (day, query) do update set searches = q.searches + excluded.searches,
           zero_results = q.zero_results + excluded.zero_results`,
        [JSON.stringify(rows)],
      );
    },

    /** Texts with which so many searches found something, the most frequent first. */
    async frequent({ minSearches, limit }: { minSearches: number; limit: number }): Promise<string[]> {
      const { rows } = await knex.raw<{ rows: { query: string }[] }>(
        `select query from search_queries group by query having sum(searches - zero_results) >= ?
         order by sum(searches - zero_results) desc, query limit ?`,
        [minSearches, limit],
      );
      return rows.map(({ query }) => query);
    },

    /** By day, the latest first, then by how often. */
    async report({ from, to, zeroResults, limit, offset }: QueryReport): Promise<Page<QueryCount>> {
      const matching = () => {
        const base = knex('search_queries');
        if (from) void base.where('day', '>=', from);
        if (to) void base.where('day', '<=', to);
        if (zeroResults === true) void base.where('zeroResults', '>', 0);
        if (zeroResults === false) void base.where('zeroResults', 0);
        return base;
      };
      const rows = await matching()
        .orderBy([
          { column: 'day', order: 'desc' },
          { column: 'searches', order: 'desc' },
          { column: 'query' },
        ])
        .limit(limit)
        .offset(offset)
        .select('day', 'query', 'searches', 'zeroResults');
      const [counted] = (await matching().count({ total: '*' })) as { total: number }[];
      return { rows, total: Number(counted?.total ?? 0), limit, offset };
    },

    /** Deletes the counts of days before `day`. */
    deleteBefore: (day: string): Promise<number> => knex('search_queries').where('day', '<', day).delete(),
  };
}
