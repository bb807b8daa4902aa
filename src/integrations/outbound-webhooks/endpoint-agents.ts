import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { AT_ONCE_PER_ENDPOINT } from '#domain/outbound-webhooks/delivery.js';

/** A connection that is idle for longer is closed, and so are those of an endpoint that nothing is sent to. */
const IDLE_MS = 30_000;

interface Kept {
  origin: string;
  agent: http.Agent;
  usedAt: number;
}

/**
 * The connections of each endpoint, its own, so that a slow one takes none from others. Those of a URL that was changed are
 * closed, and so is what has been idle for thirty seconds.
 */
export function createEndpointAgents(guardedLookup: LookupFunction) {
  const kept = new Map<string, Kept>();

  function closeIdle(): void {
    const before = Date.now() - IDLE_MS;
    for (const [id, { agent, usedAt }] of kept) {
      if (usedAt >= before || Object.keys(agent.sockets).length > 0) continue;
      agent.destroy();
      kept.delete(id);
    }
  }
  const timer = setInterval(closeIdle, IDLE_MS);
  timer.unref();

  return {
    /** @param unguarded for a host that the configuration lets through */
    of(endpointId: string, url: URL, unguarded: boolean): http.Agent {
      const found = kept.get(endpointId);
      if (found && found.origin === url.origin) {
        found.usedAt = Date.now();
        return found.agent;
      }
      found?.agent.destroy();
      const options = {
        ...{ keepAlive: true, maxSockets: AT_ONCE_PER_ENDPOINT, timeout: IDLE_MS },
        ...(!unguarded && { lookup: guardedLookup }),
      };
      const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
      kept.set(endpointId, { origin: url.origin, agent, usedAt: Date.now() });
      return agent;
    },
    close(): void {
      clearInterval(timer);
      for (const { agent } of kept.values()) agent.destroy();
      kept.clear();
    },
  };
}
