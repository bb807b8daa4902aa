import { LRUCache } from 'lru-cache';
import { sha256 } from '#lib/crypto.js';
import type { Logger } from '#lib/logger.js';
import { CONTENT_TOPIC, type ContentKind, contentKinds, readContentRevisions } from './content-revisions.js';
import type { Knex } from './knex.js';
import type { LiveChannel } from './live-channel.js';

/** Bytes that a process keeps of all kinds together; what was read longest ago leaves first. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How late a process may learn of a change when a notification was lost. */
const POLL_MS = 1_000;

/** The JSON of a storefront read, as the database wrote it, with its strong entity tag. */
export interface CachedText {
  text: string;
  etag: string;
}

export interface ContentCache {
  /**
   * The text of `key`, read by `load` where it is not in memory; null (nothing there) is not kept.
   * @param kinds a change of any of these drops the entry, in every process, within a second
   */
  read(
    kinds: readonly ContentKind[],
    key: string,
    load: () => Promise<string | null>,
  ): Promise<CachedText | null>;
  start(): void;
  stop(): void;
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
}): ContentCache {
  const { knex, live, logger } = options;
  const entries = new LRUCache<string, CachedText & { kinds: readonly ContentKind[] }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  const generations = new Map<string, number>();
  let revisions = new Map<string, number>();
  let poll: NodeJS.Timeout | undefined;
  let unsubscribe: () => void = () => undefined;

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

  async function compare(): Promise<void> {
    try {
      const current = await readContentRevisions(knex);
      for (const [name, revision] of current) if (revisions.get(name) !== revision) drop(name);
      revisions = current;
    } catch (error) {
      logger.debug({ err: error }, 'content revisions could not be read');
    }
  }

  return {
    async read(kinds, key, load) {
      const found = entries.get(key);
      if (found) return found;
      const generation = generationOf(kinds);
      const text = await load();
      if (text === null) return null;
      const entry = { text, etag: `"${sha256(text).slice(0, 32)}"`, kinds };
      if (poll && generation === generationOf(kinds)) entries.set(key, entry);
      return entry;
    },
    start() {
      unsubscribe = live.subscribe(CONTENT_TOPIC, drop);
      const next = () => {
        poll = setTimeout(() => void compare().finally(() => poll && next()), POLL_MS);
        poll.unref();
      };
      next();
    },
    stop() {
      unsubscribe();
      clearTimeout(poll);
      poll = undefined;
    },
  };
}
