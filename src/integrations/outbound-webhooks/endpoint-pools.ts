import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import { AT_ONCE_PER_ENDPOINT } from '#domain/outbound-webhooks/delivery.js';

/** A connection that is idle for longer is closed, and so are those of an endpoint that nothing is sent to. */
const IDLE_MS = 30_000;

interface Kept {
  origin: string;
  pool: Pool;
  usedAt: number;
}

/**
 * The connections of each endpoint, its own, so that a slow one takes none from others. Those of a URL that was changed are
 * closed once their requests have ended, and so is what has been idle for thirty seconds.
 */
export function createEndpointPools(guardedLookup: LookupFunction, connectTimeoutMs: number) {
  const kept = new Map<string, Kept>();

  function closeIdle(): void {
    const before = Date.now() - IDLE_MS;
    for (const [id, { pool, usedAt }] of kept) {
      if (usedAt >= before || pool.stats.running + pool.stats.pending > 0) continue;
      void pool.close();
      kept.delete(id);
    }
  }
  const timer = setInterval(closeIdle, IDLE_MS);
  timer.unref();

  return {
    /** @param unguarded for a host that the configuration lets through */
    of(endpointId: string, url: URL, unguarded: boolean): Pool {
      const found = kept.get(endpointId);
      if (found && found.origin === url.origin) {
        found.usedAt = Date.now();
        return found.pool;
      }
      void found?.pool.close();
      const pool = new Pool(url.origin, {
        connections: AT_ONCE_PER_ENDPOINT,
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS,
        // The sender has one deadline for the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { timeout: connectTimeoutMs, ...(!unguarded && { lookup: guardedLookup }) },
      });
      kept.set(endpointId, { origin: url.origin, pool, usedAt: Date.now() });
      return pool;
    },
    close(): void {
      clearInterval(timer);
      for (const { pool } of kept.values()) void pool.destroy();
      kept.clear();
    },
  };
}
