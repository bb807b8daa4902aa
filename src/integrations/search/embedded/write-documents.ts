import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { IndexWrite, WriteOutcome } from '#integrations/search/search-engine.js';
import { documentRow, facetTerms, filterTerms, type Term, termKey } from './document-row.js';
import { logChanges } from './index-version.js';
import { type PreparedWrite, prepareWrite } from './prepared-write.js';
import { resolveTerms } from './resolve-terms.js';
import { addWords, confirmUnchanged, upsertDocuments } from './write-rows.js';

type Rows = SearchDatabase['rows'];

/** Shared by writers, taken alone by the sweep of terms and words that no document has. */
export const VOCABULARY_LOCK = `hashtextextended('search.vocabulary', 0)`;

function termsOf(writes: Iterable<PreparedWrite>): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const { write } of writes) {
    if (write.kind === 'delete') continue;
    for (const term of [...facetTerms(write.document), ...filterTerms(write.document)])
      terms.set(termKey(term), term);
  }
  return terms;
}

/** Writes what differs from a collection; the versions of collections are raised by their tables. */
async function writeChanged(
  rows: Rows,
  changed: ReadonlyMap<string, readonly PreparedWrite[]>,
): Promise<Set<string>> {
  const writes = new Set([...changed.values()].flat());
  const existed = new Set<string>();
  if (writes.size === 0) return existed;
  const terms = termsOf(writes);
  const ids = terms.size > 0 ? await resolveTerms(rows, terms) : new Map<string, number>();
  const idsOf = (wanted: Term[]) => [...new Set(wanted.map((term) => ids.get(termKey(term)) ?? 0))];
  const made = new Map([...writes].map((write) => [write, documentRow(write, idsOf)]));
  for (const [collection, ofCollection] of changed) {
    const items = ofCollection.flatMap((write) => made.get(write) ?? []);
    if (items.length === 0) continue;
    await addWords(rows, collection, [...new Set(items.flatMap(({ words }) => words))].sort());
    const written = await upsertDocuments(
      rows,
      collection,
      items.map(({ row }) => row),
    );
    for (const row of written) if (row.existed) existed.add(row.id);
    await logChanges(
      rows,
      collection,
      written.map(({ id }) => id),
    );
  }
  return existed;
}

async function writeBatch(
  database: SearchDatabase,
  collections: readonly string[],
  writes: readonly PreparedWrite[],
): Promise<WriteOutcome[]> {
  return database.transaction(async (rows) => {
    await rows(`select pg_advisory_xact_lock_shared(${VOCABULARY_LOCK})`);
    const changed = new Map<string, PreparedWrite[]>();
    const existed = new Set<string>();
    for (const collection of collections) {
      const unchanged = await confirmUnchanged(rows, collection, writes);
      for (const [id, was] of unchanged) if (was) existed.add(id);
      changed.set(
        collection,
        writes.filter(({ productId }) => !unchanged.has(productId)),
      );
    }
    for (const id of await writeChanged(rows, changed)) existed.add(id);
    return writes.map(({ productId }) => ({ productId, existed: existed.has(productId) }));
  });
}

/** What a document is refused for by the database: its values, or its size. */
const ofTheDocument = /^(22|54)/;

/** Where a document is refused the batch is halved, until that one fails alone. */
async function writeOrHalve(
  database: SearchDatabase,
  collections: readonly string[],
  writes: readonly PreparedWrite[],
): Promise<WriteOutcome[]> {
  try {
    return await writeBatch(database, collections, writes);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!ofTheDocument.test(code)) throw error;
    const [first] = writes;
    if (writes.length === 1 && first) return [{ productId: first.productId, existed: false, error: message }];
    const half = Math.ceil(writes.length / 2);
    return [
      ...(await writeOrHalve(database, collections, writes.slice(0, half))),
      ...(await writeOrHalve(database, collections, writes.slice(half))),
    ];
  }
}

/** Writes a batch to each collection, all in one transaction; what is stored with the same content stays. */
export async function writeDocuments(
  database: SearchDatabase,
  collections: readonly string[],
  writes: readonly IndexWrite[],
): Promise<WriteOutcome[]> {
  if (writes.length === 0 || collections.length === 0) return [];
  return writeOrHalve(database, collections, writes.map(prepareWrite));
}
