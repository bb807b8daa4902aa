import { heartbeat } from '@temporalio/activity';

/** A fifth of the heartbeat time-out of `longPass`: one that is late is not yet a worker that died. */
const EVERY_MS = 3_000;

/**
 * Heartbeats while `work` runs, so that an activity that waits for a slow statement or provider is not taken for one
 * whose worker died.
 * @param details what a later attempt goes on from; asked at each heartbeat
 */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  details: () => unknown = () => undefined,
  everyMs = EVERY_MS,
): Promise<T> {
  const timer = setInterval(() => heartbeat(details()), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
