import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { Candidates } from './packed-document.js';
import {
  type CandidateLimits,
  candidateLimits,
  type ReadCandidates,
  readCandidates,
  readChanged,
  type Wanted,
} from './read-candidates.js';
import type { TextMatch } from './text-match.js';

/** How long a text that matches more is kept as such. */
const TOO_MANY_MS = 60_000;
const MAX_BYTES = 48 * 2 ** 20;

/** The matches of a text as of one version; undefined where they are too many, or not all of them are packed. */
interface Known extends ReadCandidates {
  until: number;
}

/**
 * The documents that match a text, in memory: filters, orders, pages and facets of the same text are made from them.
 * After a write to their collection only the documents that were written are read anew.
 */
export function createCandidateMemory(
  database: SearchDatabase,
  now: () => number = Date.now,
  limits: CandidateLimits = candidateLimits,
) {
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= known.get(key)?.candidates?.bytes ?? 0;
    known.delete(key);
  }

  function remember(key: string, found: Known): void {
    forget(key);
    known.set(key, found);
    bytes += found.candidates?.bytes ?? 0;
    for (const oldest of known.keys()) {
      if (bytes <= MAX_BYTES && known.size <= 5_000) break;
      forget(oldest);
    }
  }

  async function read(wanted: Wanted, before: Known | undefined): Promise<Known> {
    const { version = 0, candidates } = before ?? {};
    const found =
      (candidates && (await readChanged(database, wanted, { version, candidates }))) ??
      (await readCandidates(database, wanted));
    return { ...found, until: now() + TOO_MANY_MS };
  }

  /** What is under way may have begun before `version`: then it is read once more. */
  async function readOnce(key: string, version: number, wanted: Wanted): Promise<Known> {
    for (;;) {
      const running = reading.get(key);
      if (running) {
        const found = await running;
        if (found.version >= version) return found;
        continue;
      }
      const begun = read(wanted, known.get(key)).finally(() => reading.delete(key));
      reading.set(key, begun);
      const found = await begun;
      remember(key, found);
      return found;
    }
  }

  return {
    /** Those of this version or a later one; undefined where the database has to search by itself. */
    async get(
      { collection, version }: { collection: string; version: number },
      text: TextMatch | null,
      ranked: boolean,
    ): Promise<Candidates | undefined> {
      const key = `${collection} ${text?.match ?? ''} ${ranked ? (text?.rankKey ?? '') : ''}`;
      const found = known.get(key);
      if (found && (found.candidates ? found.version >= version : found.until > now())) {
        known.delete(key);
        known.set(key, found);
        return found.candidates;
      }
      return (await readOnce(key, version, { collection, text, ranked, limits })).candidates;
    },
    clear(): void {
      known.clear();
      bytes = 0;
    },
  };
}

export type CandidateMemory = ReturnType<typeof createCandidateMemory>;
