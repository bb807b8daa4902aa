import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import { tablesOf } from './sql-part.js';

const MAX_BYTES = 24 * 2 ** 20;

interface Stored {
  readAt: number;
  document: SearchDocument;
  bytes: number;
}

export interface WantedDocument {
  id: string;
  /** Which version of it, in Unix milliseconds. */
  readAt: number;
}

/** Whole documents for pages. Those that are shown often stay in memory until they are written anew. */
export function createStoredDocuments(database: SearchDatabase) {
  const known = new Map<string, Stored>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  }

  function remember(key: string, stored: Stored): void {
    forget(key);
    known.set(key, stored);
    bytes += stored.bytes;
    for (const oldest of known.keys()) {
      if (bytes <= MAX_BYTES) break;
      forget(oldest);
    }
  }

  return {
    /** In the order in which they are wanted; null where one has been written or has left meanwhile. */
    async get(collection: string, wanted: readonly WantedDocument[]): Promise<SearchDocument[] | null> {
      const keyOf = (id: string) => `${collection} ${id}`;
      const found = new Map<string, SearchDocument>();
      for (const { id, readAt } of wanted) {
        const stored = known.get(keyOf(id));
        if (stored?.readAt !== readAt) continue;
        known.delete(keyOf(id));
        known.set(keyOf(id), stored);
        found.set(id, stored.document);
      }
      const missing = wanted.filter(({ id }) => !found.has(id));
      if (missing.length > 0) {
        const readAt = new Map(missing.map((item) => [item.id, item.readAt]));
        const rows = await database.rows<{ id: string; body: string }>(
          `select id, body from ${tablesOf(collection).documents} where id = any(?::uuid[]) and live`,
          [missing.map(({ id }) => id)],
        );
        for (const { id, body } of rows) {
          const document = JSON.parse(body) as SearchDocument;
          if (document.indexedAtTs !== readAt.get(id)) return null;
          // As an object it takes about three times its text.
          remember(keyOf(id), { readAt: document.indexedAtTs, document, bytes: body.length * 3 });
          found.set(id, document);
        }
      }
      const documents = wanted.flatMap(({ id }) => found.get(id) ?? []);
      return documents.length === wanted.length ? documents : null;
    },
    clear(): void {
      known.clear();
      bytes = 0;
    },
  };
}

export type StoredDocuments = ReturnType<typeof createStoredDocuments>;
