import { readIndexFailures } from '#db/search/index-status.query.js';
import { createSearchCollectionsRepository } from '#db/search/search-collections.repository.js';
import { createSearchQueriesRepository, type QueryReport } from '#db/search/search-queries.repository.js';
import type { MissedKind } from '#domain/search/missed-query.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';

const MAX_FAILURES = 50;

/** What administrators see of the index and of what buyers search for. */
export function createSearchAdminService({ knex, search }: Pick<Platform, 'knex' | 'search'>) {
  const collections = createSearchCollectionsRepository(knex);
  const queries = createSearchQueriesRepository(knex);

  /** Null where the engine cannot be reached. */
  async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof SearchUnavailable) return null;
      throw error;
    }
  }

  return {
    async status() {
      const [known, alias, counts, oldest, failures] = await Promise.all([
        collections.list(search.kind),
        orNull(async () => ({ name: await search.readAlias() })),
        searchProducts.counts(knex),
        searchProducts.oldest(knex),
        readIndexFailures(knex, MAX_FAILURES),
      ]);
      const documents = await Promise.all(known.map(({ name }) => orNull(() => search.count(name))));
      return {
        engine: search.kind,
        reachable: alias !== null,
        alias: alias?.name ?? null,
        collections: known.map((item, n) => ({ ...item, documents: documents[n] ?? null })),
        ...counts,
        oldest,
        failures,
      };
    },

    queries: (report: QueryReport) => queries.report(report),

    missed: (kind: MissedKind, page: { from: string; limit: number; offset: number }) =>
      queries.missed(kind, page),
  };
}
