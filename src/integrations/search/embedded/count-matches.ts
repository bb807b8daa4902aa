import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';

/** What was counted before the last write holds for so long still: words need not be counted after each write. */
export const STALE_MS = 1_500;
const MAX_CACHED = 30_000;

/**
 * Counts live documents that match text queries, up to a few: words that only documents hold which are not on sale are no
 * words. Counts are kept until the collection is written, and then for another moment.
 */
export function createMatchCounter(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, { version: number; at: number; count: number }>();

  return {
    /** How many documents match each of the queries, at most `most`. */
    async count(
      { collection, version }: SearchedIndex,
      queries: readonly string[],
      most: number,
    ): Promise<number[]> {
      const keyOf = (query: string) => `${collection} ${most} ${query}`;
      const find = (query: string) => {
        const entry = known.get(keyOf(query));
        return entry && (entry.version >= version || now() - entry.at < STALE_MS) ? entry.count : undefined;
      };
      const missing = [...new Set(queries)].filter((query) => find(query) === undefined);
      const counted = new Map<string, number>();
      if (missing.length > 0) {
        const { documents } = tablesOf(collection);
        const at = now();
        // The queries are one hidden value, so that the statement is planned once for all texts; the limit stands behind a fence,
        // because the planner would read the table for it.
        const rows = await database.rows<{ count: number }>(
          `select (with matched as materialized (select from ${documents} d where d.live and d.words @@ asked.query)
             select count(*)::integer from (select from matched limit ${most}) as first) as count
           from unnest((select ?::tsquery[])) with ordinality as asked(query, place) order by asked.place`,
          [missing],
        );
        if (known.size + missing.length > MAX_CACHED) known.clear();
        missing.forEach((query, n) => {
          const count = rows[n]?.count ?? 0;
          counted.set(query, count);
          known.set(keyOf(query), { version, at, count });
        });
      }
      return queries.map((query) => counted.get(query) ?? find(query) ?? 0);
    },
    clear: (): void => known.clear(),
  };
}

export type MatchCounter = ReturnType<typeof createMatchCounter>;
