import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import { shareReads } from '#lib/share-reads.js';

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

/** For what is not a write to the table of a collection: those raise its version by a trigger. */
export const RAISE_VERSION = `insert into search_versions as known (collection, version) values (?, 1)
  on conflict (collection) do update set version = known.version + 1`;

/** Processes that are further behind read everything anew. */
const LOGGED_VERSIONS = 200;

/**
 * Logs which documents this transaction has written, under the version that it raised. Belongs behind the write: the
 * row of the version is then locked, and nobody else has the same one.
 */
export async function logChanges(
  rows: SearchDatabase['rows'],
  collection: string,
  ids: readonly string[],
): Promise<void> {
  await rows(
    `with raised as (
       select version from search_versions where collection = ?
     ), pruned as (
       delete from search_changes former using raised
       where former.collection = ? and former.version <= raised.version - ${LOGGED_VERSIONS}
     )
     insert into search_changes as logged (collection, version, ids)
     select ?, version, ?::uuid[] from raised
     on conflict (collection, version) do update set ids = logged.ids || excluded.ids`,
    [collection, collection, collection, ids],
  );
}

/**
 * Reads alias and version. Searches that come while it is being read share the next read: it begins after them, so that
 * they see whatever was written before.
 */
export function createVersionReader(database: SearchDatabase): () => Promise<IndexVersion> {
  return shareReads(async () => {
    const [row] = await database.rows<{ collection: string; version: string }>(
      `select a.collection, coalesce(v.version, 0) as version
       from search_aliases a left join search_versions v on v.collection = a.collection
       where a.name = ? and to_regclass('search_docs_' || a.collection) is not null`,
      [SEARCH_ALIAS],
    );
    return { collection: row?.collection ?? null, version: Number(row?.version ?? 0) };
  });
}
