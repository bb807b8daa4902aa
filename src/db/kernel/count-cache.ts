import { keepBriefly } from '#lib/keep-briefly.js';

const KEPT = { forMs: 5_000, most: 1_000 };

/** Totals of big lists: exact when counted, counted at most once in five seconds for each filter, never twice at once. */
export interface CountCache {
  get(key: string, count: () => Promise<number>): Promise<number>;
}

export function createCountCache(now: () => number = Date.now): CountCache {
  const keep = keepBriefly<number>(KEPT);
  return { get: (key, count) => keep(key, now(), count) };
}
