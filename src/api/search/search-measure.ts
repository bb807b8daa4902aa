import { searchErrors } from '#domain/search/search.errors.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';

/** Counts and times what the engine does for buyers, and names its failure. */
export function createSearchMeasure({ metrics: { search } }: Pick<Platform, 'metrics'>) {
  return {
    /** @throws AppError BAD_GATEWAY while the engine is unavailable */
    async measure<T extends { hits: readonly SearchDocument[] }>(
      kind: 'search' | 'suggest',
      ask: () => Promise<T>,
    ): Promise<T> {
      const measured = search.duration.startTimer({ kind });
      const count = (outcome: string) => search.requests.inc({ kind, outcome });
      try {
        const result = await ask();
        measured();
        count(result.hits.length > 0 ? 'found' : 'nothing');
        return result;
      } catch (error) {
        const isUnavailable = error instanceof SearchUnavailable;
        count(isUnavailable ? 'unavailable' : 'failed');
        if (isUnavailable) throw searchErrors.unavailable({}, { cause: error });
        throw error;
      }
    },
  };
}
