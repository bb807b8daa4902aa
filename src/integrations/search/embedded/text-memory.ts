import type { SearchedIndex } from './index-version.js';
import { STALE_MS } from './count-matches.js';
import type { TextMatch } from './text-match.js';

const MAX_KNOWN = 3_000;
/** What categories a text names is learnt anew after so long. */
const KNOWN_MS = 60_000;
/** Counts of words may be older than the collection for a moment; a text that was read meanwhile is read again soon. */
const UNSETTLED_MS = 400;

interface Known {
  until: number;
  match: Promise<TextMatch | null>;
}

/**
 * What texts were taken for: most searches repeat a text with another filter, page or order. Kept until the collection
 * is written.
 */
export function createTextMemory(now: () => number = Date.now) {
  const known = new Map<string, Known>();
  let current = '';
  let since = 0;

  function clear(): void {
    known.clear();
    current = '';
  }

  return {
    clear,
    get(
      { collection, version }: SearchedIndex,
      key: string,
      read: () => Promise<TextMatch | null>,
    ): Promise<TextMatch | null> {
      const written = `${collection} ${version}`;
      if (written !== current) {
        clear();
        [current, since] = [written, now()];
      }
      const found = known.get(key);
      if (found && found.until > now()) return found.match;
      const match = read();
      if (known.size >= MAX_KNOWN) known.clear();
      const isSettled = now() - since > STALE_MS;
      known.set(key, { until: now() + (isSettled ? KNOWN_MS : UNSETTLED_MS), match });
      match.catch(() => known.delete(key));
      return match;
    },
  };
}
