import { LRUCache } from 'lru-cache';
import { sha256 } from '#lib/crypto.js';
import type { Logger } from '#lib/logger.js';
import { contentScope } from '#lib/request-scope.js';
import { shareReads } from '#lib/share-reads.js';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CONTENT_TOPIC,
  type ContentKind,
  contentKinds,
  onOwnContentWrite,
  readContentRevisions,
} from './content-revisions.js';
import type { Knex } from './knex.js';
import type { LiveChannel } from './live-channel.js';

/** Bytes that a process keeps of all kinds together; what was read longest ago leaves first. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How late a process may learn of a change when a notification was lost. */
const POLL_MS = 1_000;
/** How long a read waits for a revision that its caller has seen elsewhere, and between looks at the database. */
const WAIT_MS = 200;
const LOOK_MS = 40;

/** The JSON of a storefront read, as the database wrote it, with its strong entity tag. */
export interface CachedText {
  text: string;
  etag: string;
}

/** A read whose result changes by itself: after so many seconds something appears or disappears. Null: it does not. */
export interface TimedText {
  text: string;
  seconds: number | null;
}

export interface ContentCache {
  /**
   * The text of `key`, read by `load` where it is not in memory; null (nothing there) is not kept. Where the running
   * request names revisions that it wants to see, they are waited for first, for 200 ms.
   * @param kinds a change of any of these drops the entry, in every process, within a second
   */
  read(
    kinds: readonly ContentKind[],
    key: string,
    load: () => Promise<string | TimedText | null>,
  ): Promise<CachedText | null>;
  start(): void;
  /** Waits for a reading of revisions that has begun: its pool is closed next. */
  stop(): Promise<void>;
}

/**
 * Storefront content in memory. A change raises the revision of its kind in its own transaction and announces it on the
 * live channel; a poll is the net for lost notifications. A read that began before a change never stores its result
 * after it: the generation that it began with is over then.
 */
export function createContentCache(options: {
  knex: Knex;
  live: LiveChannel;
  logger: Pick<Logger, 'debug'>;
  /** Whether writes of this process drop its copies before their requests are answered; tests of the channel do without. */
  ownWrites?: boolean;
}): ContentCache {
  const { knex, live, logger, ownWrites = true } = options;
  const entries = new LRUCache<string, CachedText & { kinds: readonly ContentKind[] }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  const generations = new Map<string, number>();
  const revisions = new Map<string, number>();
  let poll: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let unsubscribe: (() => void)[] = [];

  const generationOf = (kinds: readonly ContentKind[]) =>
    kinds.map((kind) => generations.get(kind) ?? 0).join(' ');

  /** Without a kind: anything may have changed while the channel was away. */
  function drop(kind: string): void {
    for (const name of kind === '' ? contentKinds : [kind])
      generations.set(name, (generations.get(name) ?? 0) + 1);
    for (const [key, { kinds }] of entries) {
      if (kind === '' || (kinds as readonly string[]).includes(kind)) entries.delete(key);
    }
  }

  /** A revision that is known already has dropped what it changed. */
  function reach(kind: string, revision: number): void {
    if (revision <= (revisions.get(kind) ?? 0)) return;
    drop(kind);
    revisions.set(kind, revision);
  }

  /** @param id `<kind>=<revision>`; empty after the channel was away, when anything may have changed */
  function announced(id: string): void {
    const [kind = '', revision] = id.split('=');
    if (kind === '') drop('');
    else reach(kind, Number(revision));
  }

  const compare = shareReads<void>(async () => {
    const before = new Map(revisions);
    try {
      for (const [name, revision] of await readContentRevisions(knex)) {
        // A restored database counts from an earlier number again.
        if (revision < (before.get(name) ?? 0)) revisions.delete(name);
        reach(name, revision);
      }
    } catch (error) {
      logger.debug({ err: error }, 'content revisions could not be read');
    }
  });

  /** Waits until the revisions that the running request names are known here, 200 ms at most. */
  async function awaitRevisions(kinds: readonly ContentKind[]): Promise<void> {
    const wanted = contentScope()?.wanted;
    if (!wanted) return;
    const isBehind = () => kinds.some((kind) => (wanted.get(kind) ?? 0) > (revisions.get(kind) ?? 0));
    const end = performance.now() + WAIT_MS;
    while (isBehind()) {
      await Promise.race([compare(), sleep(WAIT_MS)]);
      if (!isBehind() || performance.now() + LOOK_MS > end) return;
      await sleep(LOOK_MS);
    }
  }

  return {
    async read(kinds, key, load) {
      await awaitRevisions(kinds);
      const found = entries.get(key);
      if (found) return found;
      const generation = generationOf(kinds);
      const loaded = await load();
      if (loaded === null) return null;
      const { text, seconds } = typeof loaded === 'string' ? { text: loaded, seconds: null } : loaded;
      const entry = { text, etag: `"${sha256(text).slice(0, 32)}"`, kinds };
      if (poll && generation === generationOf(kinds))
        entries.set(key, entry, seconds === null ? {} : { ttl: Math.max(1, Math.ceil(seconds * 1_000)) });
      return entry;
    },
    start() {
      unsubscribe = [
        live.subscribe(CONTENT_TOPIC, announced),
        ...(ownWrites ? [onOwnContentWrite(reach)] : []),
      ];
      const next = () => {
        poll = setTimeout(() => {
          looking = compare().finally(() => poll && next());
        }, POLL_MS);
        poll.unref();
      };
      next();
    },
    async stop() {
      for (const end of unsubscribe) end();
      clearTimeout(poll);
      poll = undefined;
      await looking;
    },
  };
}
