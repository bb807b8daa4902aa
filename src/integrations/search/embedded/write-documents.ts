import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { IndexWrite, WriteOutcome } from '#integrations/search/search-engine.js';
import {
  type DocumentRow,
  documentRow,
  facetTerms,
  filterTerms,
  type Term,
  termKey,
  vectorText,
} from './document-row.js';
import { RAISE_VERSION } from './index-version.js';
import { tablesOf } from './sql-part.js';

type Rows = SearchDatabase['rows'];

/** Shared by writers, taken alone by the sweep of terms and words that no document has. */
export const VOCABULARY_LOCK = `hashtextextended('search.vocabulary', 0)`;

const columns = [
  ...['id', 'read_at', 'live', 'vendor_id', 'words', 'facets', 'filters', 'skus', 'price_min', 'price_max'],
  ...[
    'in_stock',
    'has_active_special',
    'total_inventory',
    'rating_average',
    'rating_count',
    'published_at',
    'body',
  ],
  ...['packed', 'packed_at'],
];
const types = `id uuid, read_at timestamptz, live boolean, vendor_id uuid, words text, facets integer[], filters integer[],
  skus text[], price_min integer, price_max integer, in_stock boolean, has_active_special boolean, total_inventory integer,
  rating_average double precision, rating_count integer, published_at bigint, body text,
  packed bytea, packed_at timestamptz`;

/** The ids of terms, those that are new included. */
async function resolveTerms(rows: Rows, terms: ReadonlyMap<string, Term>): Promise<Map<string, number>> {
  const given = [...terms.values()].map((term) => ({
    ...term,
    words: term.kind === 'brand' ? brandWords(term.label) : null,
  }));
  const recordset = `json_to_recordset(?::json) as given(kind text, slug text, ref text, label text, words text)`;
  const find = `select t.id, t.kind, t.slug, t.ref, t.label from ${recordset}
    join search_terms t on t.kind = given.kind and t.slug = given.slug and t.ref = given.ref and t.label = given.label`;
  const known = await rows<Term & { id: number }>(find, [JSON.stringify(given)]);
  const ids = new Map(known.map((row) => [termKey(row), row.id]));
  const missing = given.filter((term) => !ids.has(termKey(term)));
  if (missing.length === 0) return ids;
  await rows(
    `insert into search_terms (kind, slug, ref, label, words)
     select kind, slug, ref, label, words::tsvector from ${recordset}
     order by kind, slug, label, ref on conflict do nothing`,
    [JSON.stringify(missing)],
  );
  for (const row of await rows<Term & { id: number }>(find, [JSON.stringify(missing)]))
    ids.set(termKey(row), row.id);
  return ids;
}

function brandWords(name: string): string {
  return vectorText(new Map(foldedWords(name).map((word) => [word, 'A'])));
}

async function writeRows(rows: Rows, collection: string, documents: readonly DocumentRow[]) {
  const table = tablesOf(collection).documents;
  const list = columns.join(', ');
  const set = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  return rows<{ id: string; existed: boolean }>(
    `insert into ${table} as document (${list})
     select ${list.replace('words', 'words::tsvector')} from json_to_recordset(?::json) as given(${types}) order by id
     on conflict (id) do update set ${set.join(', ')} where document.read_at <= excluded.read_at
     returning document.id, coalesce(old.body <> '', false) as existed`,
    [JSON.stringify(documents)],
  );
}

async function writeBatch(
  database: SearchDatabase,
  collections: readonly string[],
  writes: readonly IndexWrite[],
): Promise<WriteOutcome[]> {
  const terms = new Map<string, Term>();
  for (const write of writes) {
    if (write.kind === 'delete') continue;
    for (const term of [...facetTerms(write.document), ...filterTerms(write.document)])
      terms.set(termKey(term), term);
  }
  return database.transaction(async (rows) => {
    await rows(`select pg_advisory_xact_lock_shared(${VOCABULARY_LOCK})`);
    const ids = terms.size > 0 ? await resolveTerms(rows, terms) : new Map<string, number>();
    const idsOf = (wanted: Term[]) => [...new Set(wanted.map((term) => ids.get(termKey(term)) ?? 0))];
    const made = writes.map((write) => documentRow(write, idsOf));
    const words = [...new Set(made.flatMap((item) => item.words))].sort();
    const existed = new Set<string>();
    for (const collection of collections) {
      if (words.length > 0)
        await rows(
          `insert into ${tablesOf(collection).words} (word)
           select word from json_array_elements_text(?::json) as word
           on conflict do nothing`,
          [JSON.stringify(words)],
        );
      const written = await writeRows(
        rows,
        collection,
        made.map(({ row }) => row),
      );
      for (const row of written) if (row.existed) existed.add(row.id);
    }
    // Last, so that writers of one collection wait for each other no longer than it takes to commit.
    for (const collection of [...collections].sort()) await rows(RAISE_VERSION, [collection]);
    return made.map(({ row }) => ({ productId: row.id, existed: existed.has(row.id) }));
  });
}

/** What a document is refused for by the database: its values, or its size. */
const ofTheDocument = /^(22|54)/;

/**
 * Writes a batch to each collection, all in one transaction. Where a document is refused the batch is halved, until that
 * one fails alone.
 */
export async function writeDocuments(
  database: SearchDatabase,
  collections: readonly string[],
  writes: readonly IndexWrite[],
): Promise<WriteOutcome[]> {
  if (writes.length === 0 || collections.length === 0) return [];
  try {
    return await writeBatch(database, collections, writes);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!ofTheDocument.test(code)) throw error;
    const [first] = writes;
    if (writes.length === 1 && first) {
      const productId = first.kind === 'delete' ? first.productId : first.document.id;
      return [{ productId, existed: false, error: message }];
    }
    const half = Math.ceil(writes.length / 2);
    return [
      ...(await writeDocuments(database, collections, writes.slice(0, half))),
      ...(await writeDocuments(database, collections, writes.slice(half))),
    ];
  }
}
