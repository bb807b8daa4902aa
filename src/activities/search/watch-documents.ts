import { createSearchCollectionsRepository } from '#db/search/search-collections.repository.js';
import { createIndexFilling } from '#operations/search/index-filling.js';
import type { Platform } from '#operations/platform.js';

/** Counting reads a whole collection: however often the metrics are read, it happens at most this often. */
const FRESH_MS = 60_000;

type Deps = Pick<Platform, 'knex' | 'search' | 'metrics' | 'logger'>;

/**
 * Sets the gauge of documents whenever the metrics are read. While the engine cannot be reached it is absent: an old
 * number would say that all is well.
 */
export function watchDocuments({ knex, search, metrics, logger }: Deps, now: () => number = Date.now): void {
  const collections = createSearchCollectionsRepository(knex);
  const index = createIndexFilling({ knex, search });
  const { documents, filling } = metrics.search;
  let readAt = Number.NEGATIVE_INFINITY;

  metrics.onRead(async () => {
    await index.filling().then(
      (found) => filling.set(found ? 1 : 0),
      // Whether it fills is not known: the engine cannot be reached.
      () => filling.reset(),
    );
    if (now() - readAt < FRESH_MS) return;
    readAt = now();
    try {
      const known = await collections.list(search.kind);
      const counts = await Promise.all(known.map(({ name }) => search.count(name)));
      documents.reset();
      known.forEach(({ name: collection, state }, n) => documents.set({ collection, state }, counts[n] ?? 0));
    } catch (error) {
      documents.reset();
      logger.warn({ err: error }, 'search documents could not be counted');
    }
  });
}
