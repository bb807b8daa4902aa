import pg from 'pg';
import type { Tx } from './unit-of-work.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';

/** Sent to every subscriber of a topic; `id` is empty after a reconnect, when anything may have been missed. */
export type LiveListener = (id: string) => void;

export interface LiveChannel {
  /** Notifies all processes, when `tx` commits, that the row with this id changed. */
  publish(tx: Tx, topic: string, id: string): Promise<void>;
  /** To be called before reading, so that a change in between is seen. Returns the function that unsubscribes. */
  subscribe(topic: string, listener: LiveListener): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'live';
const RECONNECT_MS = 500;
const KEEPALIVE_MS = 15_000;

/** One LISTEN connection a process, shared by all topics. */
export function createLiveChannel(options: {
  url: string;
  logger: Logger;
  metrics?: Metrics['live'];
}): LiveChannel {
  const listeners = new Map<string, Set<LiveListener>>();
  let client: pg.Client | undefined;
  let stopped = false;
  let keepalive: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  function notify(topic: string, id: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(id);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'haat-live',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    next.on('error', (error) => options.logger.warn({ err: error }, 'live channel lost its connection'));
    next.on('end', () => reconnect(next));
    next.on('notification', ({ payload = '' }) => {
      const colon = payload.indexOf(':');
      if (colon > 0) notify(payload.slice(0, colon), payload.slice(colon + 1));
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
    options.metrics?.connected.set(1);
  }

  function reconnect(lost: pg.Client): void {
    if (stopped || (client !== undefined && client !== lost)) return;
    client = undefined;
    options.metrics?.connected.set(0);
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(
        () => {
          options.metrics?.reconnects.inc();
          for (const topic of listeners.keys()) notify(topic, '');
        },
        () => reconnect(lost),
      );
    }, RECONNECT_MS);
  }

  return {
    async publish(tx, topic, id) {
      await tx.raw('select pg_notify(?, ?)', [CHANNEL, `${topic}:${id}`]);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      set.add(listener);
      listeners.set(topic, set);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    async start() {
      await connect();
      // A connection cut without a word is only found by using it.
      keepalive = setInterval(() => {
        client?.query('select 1').catch(() => client?.end().catch(() => undefined));
      }, KEEPALIVE_MS);
      keepalive.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(keepalive);
      clearTimeout(retry);
      await client?.end();
    },
  };
}
