import { createSearchQueriesRepository, type QueryCount } from '#db/search/search-queries.repository.js';
import type { SearchEventType } from '#domain/search/search-event.js';
import { foldedWords } from '#domain/search/fold-text.js';
import type { Platform } from '#operations/platform.js';

const FLUSH_MS = 5_000;
/** Texts of one flush; of a flood of different ones the rest is not counted. */
const MAX_TEXTS = 2_000;
const MAX_LENGTH = 100;

/** E-mail addresses and numbers of people are typed into search boxes; none of them is kept. */
const PERSONAL = /@|\d[\d\s-]{6,}\d/;

const eventColumns = { click: 'clicks', cart: 'carts', order: 'orders' } as const;

type Deps = Pick<Platform, 'knex' | 'clock' | 'logger' | 'onStop'>;

/** Counts what is searched for in memory, and writes the counts every few seconds. */
export function createQueryCounter({ knex, clock, logger, onStop }: Deps) {
  const queries = createSearchQueriesRepository(knex);
  let counts = new Map<string, QueryCount>();
  /** Keys of counts that have waited once. */
  let deferred = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(kept: readonly (readonly [string, QueryCount])[] = []): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = new Map(counts);
    for (const [key] of kept) written.delete(key);
    counts = new Map(kept);
    deferred = new Set(counts.keys());
    if (kept.length > 0) flushLater();
    await queries.add([...written.values()]);
  }

  /**
   * What was done with results waits for one more flush: their search may have been counted by another process, and what
   * nobody searched for is not counted.
   */
  const flushSearches = () =>
    flush([...counts].filter(([key, { searches }]) => searches === 0 && !deferred.has(key)));

  const quietly = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => logger.warn({ err: error }, 'search queries could not be counted'));

  function flushLater(): void {
    timer ??= setTimeout(() => void quietly(flushSearches)(), FLUSH_MS).unref();
  }

  onStop(quietly(() => flush()));

  /** The count of a text today; undefined for one that is not counted. */
  function countOf(q: string): QueryCount | undefined {
    if (PERSONAL.test(q)) return undefined;
    const query = foldedWords(q).join(' ').slice(0, MAX_LENGTH);
    if (query === '') return undefined;
    const day = clock.now().toISOString().slice(0, 10);
    const key = `${day} ${query}`;
    const known = counts.get(key);
    if (!known && counts.size >= MAX_TEXTS) return undefined;
    const count = known ?? { day, query, searches: 0, zeroResults: 0, clicks: 0, carts: 0, orders: 0 };
    counts.set(key, count);
    flushLater();
    return count;
  }

  return {
    flush: () => flush(),
    /** Counts one search; the pages behind the first are the same search. */
    count(q: string, found: number): void {
      const count = countOf(q);
      if (!count) return;
      count.searches += 1;
      if (found === 0) count.zeroResults += 1;
    },

    /** Counts what a buyer did with a product of a search. False for a text that is not counted. */
    countEvent(q: string, type: SearchEventType): boolean {
      const count = countOf(q);
      if (!count) return false;
      count[eventColumns[type]] += 1;
      return true;
    },
  };
}
