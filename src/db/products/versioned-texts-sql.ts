import { LRUCache } from 'lru-cache';

/** Bytes that a process remembers of one kind. */
const MAX_CACHED = 32 * 1024 * 1024;
/** Versions hold for as long as the database does: after a restore they could come again. */
const CACHE_MS = 60_000;

/**
 * Texts that were made of a product, by its version: the id of its row and its `xmin`, as `versionSql` has them. Bounded;
 * what was used longest ago leaves first.
 */
export function createVersionedTexts(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: MAX_CACHED,
    sizeCalculation: (text, version) => text.length + version.length,
    ttl: CACHE_MS,
    // Looking at the clock for each text would take longer than finding it.
    ttlResolution: 1_000,
  });
}

/** The members of two JSON objects, none of them empty, as the text of one. */
export function joinObjects(item: string, more: string): string {
  return `${item.slice(0, -1)},${more.slice(1)}`;
}

/** The version of product `p`: whatever changes it, or what is listed under it, writes its row anew. */
export const versionSql = `p.id || ' ' || p.xmin`;
