import { createSearchQueriesRepository } from '#db/search/search-queries.repository.js';
import { foldedWords } from '#domain/search/fold-text.js';
import type { Platform } from '#operations/platform.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';

/** Texts that are searched for most often; others complete nothing. */
const MAX_TEXTS = 3_000;
/** A text that so few searches found something with may be the words of one person. */
const MIN_SEARCHES = 5;
/** Texts are read again, and looked for again, after so long. */
const FRESH_MS = 60_000;
/** Of those that begin alike so many are looked for. */
const MAX_TRIED = 4;

type Deps = Pick<Platform, 'knex' | 'search' | 'clock' | 'logger'>;

interface Known {
  until: number;
  /** The most frequent first. */
  texts: string[];
}

/** What others searched for, in memory, to complete what is being typed: only what finds something now. */
export function createPastQueries({ knex, search, clock, logger }: Deps) {
  const queries = createSearchQueriesRepository(knex);
  const found = new Map<string, { until: number; isFound: Promise<boolean> }>();
  let known: Known = { until: 0, texts: [] };
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const now = clock.now().getTime();
    const texts = await queries.frequent({ minSearches: MIN_SEARCHES, limit: MAX_TEXTS });
    known = { until: now + FRESH_MS, texts };
  }

  /** Read behind the first request that needs them anew: nobody waits for it. */
  function refresh(): void {
    if (known.until > clock.now().getTime() || reading) return;
    reading = read()
      .catch((error: unknown) => logger.warn({ err: error }, 'past searches could not be read'))
      .finally(() => (reading = undefined));
  }

  async function findsSomething(q: string): Promise<boolean> {
    try {
      const query = { q, filters: {}, sortBy: 'relevance', page: 1, limit: 1 } as const;
      return (await search.search(query)).total > 0;
    } catch (error) {
      if (error instanceof SearchUnavailable || error instanceof SearchIndexMissing) return false;
      throw error;
    }
  }

  function isFound(text: string): Promise<boolean> {
    const now = clock.now().getTime();
    const before = found.get(text);
    if (before && before.until > now) return before.isFound;
    const entry = { until: now + FRESH_MS, isFound: findsSomething(text) };
    if (found.size >= MAX_TEXTS) found.clear();
    found.set(text, entry);
    entry.isFound.catch(() => found.delete(text));
    return entry.isFound;
  }

  return {
    /** Texts that begin with what is typed, the most frequent first. */
    async completing(q: string): Promise<string[]> {
      refresh();
      const begun = foldedWords(q).join(' ');
      if (begun === '') return [];
      const alike: string[] = [];
      for (const text of known.texts) {
        if (text.length > begun.length && text.startsWith(begun)) alike.push(text);
        if (alike.length === MAX_TRIED) break;
      }
      const hold = await Promise.all(alike.map(isFound));
      return alike.filter((_text, n) => hold[n]);
    },

    /** Reads them now. */
    refreshNow: read,
  };
}
