import { hasListedProducts } from '#db/search/index-filling.query.js';
import { searchErrors } from '#domain/search/search.errors.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';

/** Seconds after which a caller may come again while the index is filled. */
export const FILLING_RETRY_SECONDS = 5;

/** Counts and times what the engine does for buyers, and names its failure. */
export function createSearchMeasure({ knex, metrics: { search } }: Pick<Platform, 'knex' | 'metrics'>) {
  return {
    /**
     * `nothing` is what a shop without products finds.
     * @throws AppError BAD_GATEWAY while the engine is unavailable, SERVICE_UNAVAILABLE while the index is filled
     */
    async measure<T extends { hits: readonly SearchDocument[] }>(
      kind: 'search' | 'suggest',
      ask: () => Promise<T>,
      nothing: T,
    ): Promise<T> {
      const measured = search.duration.startTimer({ kind });
      const count = (outcome: string) => search.requests.inc({ kind, outcome });
      try {
        const result = await ask();
        measured();
        count(result.hits.length > 0 ? 'found' : 'nothing');
        return result;
      } catch (error) {
        if (error instanceof SearchIndexMissing) {
          const isFilling = await hasListedProducts(knex);
          count(isFilling ? 'filling' : 'nothing');
          if (!isFilling) return nothing;
          throw searchErrors.filling({}, { retryAfter: FILLING_RETRY_SECONDS, cause: error });
        }
        const isUnavailable = error instanceof SearchUnavailable;
        count(isUnavailable ? 'unavailable' : 'failed');
        if (isUnavailable) throw searchErrors.unavailable({}, { cause: error });
        throw error;
      }
    },
  };
}
