import { type IndexWrite, SearchUnavailable, type WriteOutcome } from '#integrations/search/search-engine.js';
import { orMissing, type TypesenseClient } from './typesense-client.js';
import { storedDocument } from './typesense-document.js';
import { linesOf } from './typesense-lines.js';

/** Ids of one filter: more than this makes the line of a request too long. */
const IDS = 100;

const idOf = (write: IndexWrite) => (write.kind === 'delete' ? write.productId : write.document.id);
const readAt = (write: IndexWrite) => (write.kind === 'delete' ? write.at : write.document.indexedAtTs);

/** Bulk writes. An import succeeds as a whole whatever became of its lines: each line of the response says it. */
export function createTypesenseWriter(client: TypesenseClient) {
  async function inChunks(ids: readonly string[], work: (filter: string) => Promise<void>): Promise<void> {
    for (let from = 0; from < ids.length; from += IDS)
      await work(`id:[${ids.slice(from, from + IDS).join(',')}]`);
  }

  /** When the documents that are there were read, by id; null where the server has no such collection. */
  async function versionsOf(collection: string, ids: readonly string[]): Promise<Map<string, number> | null> {
    const versions = new Map<string, number>();
    let isMissing = false;
    await inChunks(ids, async (filter) => {
      const text = await orMissing(
        client.manage((server) =>
          server
            .collections(collection)
            .documents()
            .export({ filter_by: filter, include_fields: 'id,indexedAtTs' }),
        ),
      );
      if (text === null) isMissing = true;
      for (const { id, indexedAtTs } of linesOf<{ id: string; indexedAtTs: number }>(text))
        versions.set(id, indexedAtTs);
    });
    return isMissing ? null : versions;
  }

  async function upsert(collection: string, writes: readonly IndexWrite[]): Promise<Map<string, string>> {
    const upserts = writes.flatMap((write) => (write.kind === 'upsert' ? [write.document] : []));
    const errors = new Map<string, string>();
    if (upserts.length === 0) return errors;
    const stored = upserts.map((document) => JSON.stringify(storedDocument(document))).join('\n');
    const text = await client.manage((server) =>
      server.collections(collection).documents().import(stored, { action: 'upsert' }),
    );
    const results = linesOf<{ success: boolean; error?: string }>(text);
    upserts.forEach(({ id }, n) => {
      const result = results[n];
      if (!result?.success) errors.set(id, result?.error ?? 'the server did not say what became of it');
    });
    return errors;
  }

  async function remove(collection: string, writes: readonly IndexWrite[]): Promise<void> {
    const ids = writes.flatMap((write) => (write.kind === 'delete' ? [write.productId] : []));
    await inChunks(ids, async (filter) => {
      await client.manage((server) =>
        server.collections(collection).documents().delete({ filter_by: filter }),
      );
    });
  }

  return {
    async write(collections: readonly string[], writes: readonly IndexWrite[]): Promise<WriteOutcome[]> {
      const outcomes = new Map<string, WriteOutcome>(
        writes.map((write) => [idOf(write), { productId: idOf(write), existed: false }]),
      );
      let present = 0;
      for (const collection of collections) {
        const versions = await versionsOf(collection, [...outcomes.keys()]);
        // The server lost its data: the collection is made anew, with every product.
        if (versions === null) continue;
        present += 1;
        for (const id of versions.keys())
          outcomes.set(id, { ...outcomes.get(id), productId: id, existed: true });
        // What was read later stays.
        const newer = writes.filter((write) => (versions.get(idOf(write)) ?? 0) <= readAt(write));
        const errors = await upsert(collection, newer);
        await remove(
          collection,
          newer.filter((write) => versions.has(idOf(write))),
        );
        for (const [id, error] of errors)
          outcomes.set(id, { productId: id, existed: outcomes.get(id)?.existed ?? false, error });
      }
      if (present === 0) throw new SearchUnavailable('The search server has none of the collections');
      return [...outcomes.values()];
    },
  };
}
