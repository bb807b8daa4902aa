import type { RequestHandler } from 'express';
import { isLockTimeout } from '#db/kernel/database-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { guardConnections } from '#lib/request-scope.js';

/** One request in so many milliseconds finds out whether a table is still locked. */
const PROBE_MS = 2_000;

type Handle = (...args: Parameters<RequestHandler>) => Promise<void>;

/**
 * While a table is locked, each request that needs it would hold a connection for as long as it waits for the lock, until
 * sign-in and all other reads wait for connections. An operation that has met such a lock is therefore refused at once with
 * 503, also where it already waits for a connection, apart from one request every two seconds that finds out whether the
 * lock is gone.
 * @param now milliseconds
 */
export function breakOnLocks(handle: Handle, now: () => number = () => performance.now()): Handle {
  /** Until when the operation is refused; undefined while nothing is locked. */
  let until: number | undefined;
  const refuse = () => {
    if (until !== undefined && now() < until)
      throw platformErrors.tooBusy({}, { retryAfter: PROBE_MS / 1_000 });
  };

  return async (...args) => {
    refuse();
    if (until === undefined) guardConnections(refuse);
    else until = now() + PROBE_MS;
    try {
      await handle(...args);
      until = undefined;
    } catch (error) {
      if (isLockTimeout(error)) until = now() + PROBE_MS;
      throw error;
    }
  };
}
