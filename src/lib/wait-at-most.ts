import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until some work ends, but no longer than `ms`; the work goes on. It rejects only if the work does before. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const waited = sleep(ms, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([work, waited]).finally(() => late.abort());
}
