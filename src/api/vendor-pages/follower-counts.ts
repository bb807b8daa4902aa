import { LRUCache } from 'lru-cache';
import type { Clock } from '#lib/clock.js';

/** How old a count may be that others have changed. */
const MS = 10_000;
const MAX_VENDORS = 10_000;

/** Numbers of followers, counted from their rows and kept for a moment: a popular page counts once in ten seconds. */
export function createFollowerCounts(
  follows: { count(vendorId: string): Promise<number> },
  clock: Pick<Clock, 'now'>,
) {
  const counts = new LRUCache<string, { until: number; count: Promise<number> }>({ max: MAX_VENDORS });
  return {
    of(vendorId: string): Promise<number> {
      const now = clock.now().getTime();
      const known = counts.get(vendorId);
      if (known && known.until > now) return known.count;
      const count = follows.count(vendorId);
      counts.set(vendorId, { until: now + MS, count });
      count.catch(() => counts.delete(vendorId));
      return count;
    },

    /** Has the next reader of this process count again, because a follower came or left. */
    forget(vendorId: string): void {
      counts.delete(vendorId);
    },
  };
}
