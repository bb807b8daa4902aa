import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';

/** The collection that is searched, and how often it was written: what was read of one version holds until the next. */
export interface IndexVersion {
  /** Null where the alias points nowhere. */
  collection: string | null;
  version: number;
}

/** A collection as of a version, or later. */
export type SearchedIndex = IndexVersion & { collection: string };

/** The version of a collection, in a statement with its name as the value. */
export const VERSION_SQL = 'coalesce((select version from search_versions where collection = ?), 0)';

/** Counts a collection up: a writer does so in its transaction, last. */
export const RAISE_VERSION = `insert into search_versions as known (collection, version) values (?, 1)
  on conflict (collection) do update set version = known.version + 1`;

/**
 * Reads alias and version. Searches that come while it is being read share the next read: it begins after them, so that
 * they see whatever was written before.
 */
export function createVersionReader(database: SearchDatabase): () => Promise<IndexVersion> {
  let reading: Promise<unknown> = Promise.resolve();
  let next: Promise<IndexVersion> | undefined;

  async function read(): Promise<IndexVersion> {
    const [row] = await database.rows<{ collection: string; version: string }>(
      `select a.collection, coalesce(v.version, 0) as version
       from search_aliases a left join search_versions v on v.collection = a.collection
       where a.name = ? and to_regclass('search_docs_' || a.collection) is not null`,
      [SEARCH_ALIAS],
    );
    return { collection: row?.collection ?? null, version: Number(row?.version ?? 0) };
  }

  async function afterThis(): Promise<IndexVersion> {
    await reading;
    next = undefined;
    const now = read();
    reading = now.catch(() => undefined);
    return now;
  }

  return () => (next ??= afterThis());
}
