import { soundOf } from '#domain/search/word-sound.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { DocumentRow } from './document-row.js';
import type { PreparedWrite } from './prepared-write.js';
import { tablesOf } from './sql-part.js';

type Rows = SearchDatabase['rows'];

const columns: [name: keyof DocumentRow, type: string][] = [
  ['id', 'uuid'],
  ['read_at', 'timestamptz'],
  ['live', 'boolean'],
  ['vendor_id', 'uuid'],
  ['words', 'text'],
  ['facets', 'integer[]'],
  ['filters', 'integer[]'],
  ['skus', 'text[]'],
  ['price_min', 'integer'],
  ['price_max', 'integer'],
  ['in_stock', 'boolean'],
  ['has_active_special', 'boolean'],
  ['total_inventory', 'integer'],
  ['popularity', 'smallint'],
  ['rating_average', 'double precision'],
  ['rating_count', 'integer'],
  ['published_at', 'bigint'],
  ['body', 'text'],
  ['packed', 'bytea'],
  ['packed_at', 'timestamptz'],
  ['content_hash', 'uuid'],
  ['hashed_at', 'timestamptz'],
];
const names = columns.map(([name]) => name);
const list = names.join(', ');
const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');

/**
 * Indexed values that are equal stay as they are stored, perhaps compressed: only then does the database see that the
 * indexes need no new entries.
 */
const kept = new Set(['words', 'facets', 'filters', 'skus']);
const set = names
  .filter((name) => name !== 'id')
  .map((name) =>
    kept.has(name)
      ? `${name} = case when document.${name} = excluded.${name} then document.${name} else excluded.${name} end`
      : `${name} = excluded.${name}`,
  )
  .join(', ');

/**
 * Moves the instants of documents on that are stored with the same content. Rows are locked in the order of their ids,
 * as by every writer.
 * @returns the products that need no further write, and whether each had a document
 */
export async function confirmUnchanged(
  rows: Rows,
  collection: string,
  writes: readonly PreparedWrite[],
): Promise<Map<string, boolean>> {
  const { documents } = tablesOf(collection);
  const given = writes.map(({ productId: id, readAt: read_at, contentHash: content_hash }) => ({
    id,
    read_at,
    content_hash,
  }));
  const confirmed = await rows<{ id: string; existed: boolean }>(
    `with same as materialized (
       select document.id, given.read_at
       from json_to_recordset(?::json) as given(id uuid, read_at timestamptz, content_hash uuid)
       join ${documents} document on document.id = given.id
       where document.content_hash = given.content_hash and document.hashed_at = document.read_at
         and document.read_at <= given.read_at
       order by document.id for no key update of document
     )
     update ${documents} document set read_at = same.read_at, packed_at = same.read_at, hashed_at = same.read_at
     from same where document.id = same.id
     returning document.id, document.body <> '' as existed`,
    [JSON.stringify(given)],
  );
  return new Map(confirmed.map(({ id, existed }) => [id, existed]));
}

/** Inserts or replaces documents, none by an older one. Returns those that were written, and whether each existed. */
export async function upsertDocuments(
  rows: Rows,
  collection: string,
  documents: readonly DocumentRow[],
): Promise<{ id: string; existed: boolean }[]> {
  return rows<{ id: string; existed: boolean }>(
    `insert into ${tablesOf(collection).documents} as document (${list})
     select ${list.replace('words', 'words::tsvector')} from json_to_recordset(?::json) as given(${types}) order by id
     on conflict (id) do update set ${set} where document.read_at <= excluded.read_at
     returning document.id, coalesce(old.body <> '', false) as existed`,
    [JSON.stringify(documents)],
  );
}

/** Adds words to the vocabulary of a collection. */
export async function addWords(rows: Rows, collection: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await rows(
    `insert into ${tablesOf(collection).words} (word, sound, loose)
     select word, sound, loose from json_to_recordset(?::json) as given(word text, sound text, loose text)
     on conflict do nothing`,
    [JSON.stringify(words.map((word) => ({ word, ...soundOf(word) })))],
  );
}
