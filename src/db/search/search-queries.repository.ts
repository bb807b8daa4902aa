import { integer, type RowOf, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Page } from '#domain/_shared/list-query.js';
import type { MissedKind } from '#domain/search/missed-query.js';

/** Searches for one folded text on one day (UTC). */
export interface QueryCount {
  day: string;
  query: string;
  searches: number;
  zeroResults: number;
  /** Products that were opened, put into a cart and ordered from its results, as storefronts say. */
  clicks: number;
  carts: number;
  orders: number;
}

/** A text over several days. */
const missedQueryColumns = {
  query: text,
  searches: integer,
  zeroResults: integer,
  clicks: integer,
  carts: integer,
  orders: integer,
};
export type MissedQuery = RowOf<typeof missedQueryColumns>;

/** Fewer searches say nothing of a text. */
const MIN_SEARCHES = 10;
/** Of so many searches that found something none led to a product. */
const LOW_CLICK_SHARE = 0.1;

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
    /**
     * Adds counts, many in one statement. What was done with results that nobody searched for is left out: a click on a
     * search of yesterday evening counts on the row of yesterday.
     */
    async add(counts: readonly QueryCount[]): Promise<void> {
      if (counts.length === 0) return;
      const rows = counts.map(({ zeroResults, ...row }) => ({ ...row, zero_results: zeroResults }));
      await knex.raw(
        `insert into search_queries as q (day, query, searches, zero_results, clicks, carts, orders)
         select coalesce(searched.day, given.day), given.query, sum(searches), sum(zero_results), sum(clicks), sum(carts),
           sum(orders)
         from jsonb_to_recordset(?::jsonb) as given(day date, query text, searches bigint, zero_results bigint,
           clicks bigint, carts bigint, orders bigint)
         left join lateral (
           select known.day from search_queries known
           where given.searches = 0 and known.query = given.query and known.day in (given.day, given.day - 1)
           order by known.day desc limit 1
         ) searched on true
         where given.searches > 0 or searched.day is not null
         group by 1, 2 order by 1, 2
         on conflict (day, query) do update set searches = q.searches + excluded.searches,
           zero_results = q.zero_results + excluded.zero_results, clicks = q.clicks + excluded.clicks,
           carts = q.carts + excluded.carts, orders = q.orders + excluded.orders`,
        [JSON.stringify(rows)],
      );
    },

    /** Texts with which so many searches found something, the most frequent first. */
    async frequent({ minSearches, limit }: { minSearches: number; limit: number }): Promise<string[]> {
      const rows = await query(knex, { query: text })(
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
        .select('day', 'query', 'searches', 'zeroResults', 'clicks', 'carts', 'orders');
      const [counted] = (await matching().count({ total: '*' })) as { total: number }[];
      return { rows, total: Number(counted?.total ?? 0), limit, offset };
    },

    /**
     * Texts that found nothing, or that found something which few opened, the most frequent first. Where no storefront
     * reports clicks none is low: days before the first click do not count.
     */
    async missed(
      kind: MissedKind,
      { from, limit, offset }: { from: string; limit: number; offset: number },
    ): Promise<Page<MissedQuery>> {
      const [since, having] =
        kind === 'zero-results'
          ? ['?::date', 'sum(zero_results) > 0']
          : [
              '(select min(day) from search_queries where clicks > 0 and day >= ?::date)',
              `sum(searches - zero_results) >= ${MIN_SEARCHES}
               and sum(clicks) < sum(searches - zero_results) * ${LOW_CLICK_SHARE}`,
            ];
      const grouped = `select query, sum(searches)::integer as searches, sum(zero_results)::integer as zero_results,
          sum(clicks)::integer as clicks, sum(carts)::integer as carts, sum(orders)::integer as orders
        from search_queries where day >= ${since} group by query having ${having}`;
      const order = kind === 'zero-results' ? 'zero_results' : 'searches';
      const [rows, [counted]] = await Promise.all([
        query(knex, missedQueryColumns)(
          `select * from (${grouped}) as missed order by ${order} desc, query limit ? offset ?`,
          [from, limit, offset],
        ),
        query(knex, { total: integer })(`select count(*)::integer as total from (${grouped}) as missed`, [
          from,
        ]),
      ]);
      return { rows, total: counted?.total ?? 0, limit, offset };
    },

    /** Deletes the counts of days before `day`. */
    deleteBefore: (day: string): Promise<number> => knex('search_queries').where('day', '<', day).delete(),
  };
}
