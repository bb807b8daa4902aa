import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until some work ends, but no longer than `ms`; the work goes on. It rejects only if the work does before.
 * @returns whether the work has ended
 */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const waited = sleep(ms, false, { signal: late.signal }).catch(() => false);
  return Promise.race([work.then(() => true), waited]).finally(() => late.abort());
}
