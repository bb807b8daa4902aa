const FRESH_MS = 5_000;
const MAX_KEYS = 1_000;

/** Totals of big lists: exact when counted, counted at most once in five seconds for each filter, never twice at once. */
export interface CountCache {
  get(key: string, count: () => Promise<number>): Promise<number>;
}

export function createCountCache(now: () => number = Date.now): CountCache {
  const entries = new Map<string, { at: number; total: Promise<number> }>();
  return {
    get(key, count) {
      const entry = entries.get(key);
      if (entry && now() - entry.at < FRESH_MS) return entry.total;
      if (entries.size >= MAX_KEYS) entries.clear();
      const total = count();
      entries.set(key, { at: now(), total });
      total.catch(() => entries.delete(key));
      return total;
    },
  };
}
