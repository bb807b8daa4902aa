import type { IndexWrite, WriteOutcome } from '#integrations/search/search-engine.js';
import { ADMIN_MS, type TypesenseClient } from './typesense-client.js';
import { storedDocument } from './typesense-document.js';

/** Ids of one filter: more than this makes the line of a request too long. */
const IDS = 100;

const idOf = (write: IndexWrite) => (write.kind === 'delete' ? write.productId : write.document.id);
const readAt = (write: IndexWrite) => (write.kind === 'delete' ? write.at : write.document.indexedAtTs);
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

/** Bulk writes. An import responds with 200 whatever became of its lines: each line of the response says it. */
export function createTypesenseWriter(client: TypesenseClient) {
  const documents = (collection: string) => `/collections/${encodeURIComponent(collection)}/documents`;

  async function inChunks(ids: readonly string[], work: (filter: string) => Promise<void>): Promise<void> {
    for (let from = 0; from < ids.length; from += IDS)
      await work(`id:[${ids.slice(from, from + IDS).join(',')}]`);
  }

  /** When the documents that are there were read, by id. */
  async function versionsOf(collection: string, ids: readonly string[]): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    await inChunks(ids, async (filter) => {
      const { text } = await client.request({
        method: 'GET',
        path: `${documents(collection)}/export`,
        query: { filter_by: filter, include_fields: 'id,indexedAtTs' },
        timeoutMs: ADMIN_MS,
      });
      for (const line of lines(text)) {
        const { id, indexedAtTs } = JSON.parse(line) as { id: string; indexedAtTs: number };
        versions.set(id, indexedAtTs);
      }
    });
    return versions;
  }

  async function upsert(collection: string, writes: readonly IndexWrite[]): Promise<Map<string, string>> {
    const upserts = writes.flatMap((write) => (write.kind === 'upsert' ? [write.document] : []));
    const errors = new Map<string, string>();
    if (upserts.length === 0) return errors;
    const { text } = await client.request({
      method: 'POST',
      path: `${documents(collection)}/import`,
      query: { action: 'upsert' },
      text: upserts.map((document) => JSON.stringify(storedDocument(document))).join('\n'),
      timeoutMs: ADMIN_MS,
    });
    const results = lines(text).map((line) => JSON.parse(line) as { success: boolean; error?: string });
    upserts.forEach(({ id }, n) => {
      const result = results[n];
      if (!result?.success) errors.set(id, result?.error ?? 'the server did not say what became of it');
    });
    return errors;
  }

  async function remove(collection: string, writes: readonly IndexWrite[]): Promise<void> {
    const ids = writes.flatMap((write) => (write.kind === 'delete' ? [write.productId] : []));
    await inChunks(ids, async (filter) => {
      await client.request({ method: 'DELETE', path: documents(collection), query: { filter_by: filter }, timeoutMs: ADMIN_MS }); // prettier-ignore
    });
  }

  return {
    async write(collections: readonly string[], writes: readonly IndexWrite[]): Promise<WriteOutcome[]> {
      const outcomes = new Map<string, WriteOutcome>(
        writes.map((write) => [idOf(write), { productId: idOf(write), existed: false }]),
      );
      for (const collection of collections) {
        const versions = await versionsOf(collection, [...outcomes.keys()]);
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
      return [...outcomes.values()];
    },
  };
}
