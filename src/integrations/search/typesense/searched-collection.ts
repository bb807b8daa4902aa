import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import { orMissing, type TypesenseClient } from './typesense-client.js';

/** A new attribute is counted so much later. */
const READ_MS = 1_000;

export interface StoredCollection {
  num_documents: number;
  created_at: number;
  fields: { name: string }[];
}

export interface SearchedCollection {
  name: string;
  /** Differs where a collection of the same name was made anew. */
  identity: string;
  /** The fields that some document has: the server refuses others. */
  fields: Set<string>;
}

/** The collection behind the alias, in memory for a moment. */
export function createSearchedCollection(client: TypesenseClient, now: () => number) {
  let known: { collection: SearchedCollection | null; until: number } | undefined;

  const retrieve = (name: string): Promise<StoredCollection | null> =>
    orMissing(
      client.manage((server) => server.collections(name).retrieve()),
    ) as Promise<StoredCollection | null>;

  async function read(): Promise<SearchedCollection | null> {
    const alias = await orMissing(client.search((server) => server.aliases(SEARCH_ALIAS).retrieve()));
    const schema = alias && (await retrieve(alias.collection_name));
    if (!schema) return null;
    const name = alias.collection_name;
    return {
      name,
      identity: `${name} ${schema.created_at}`,
      fields: new Set(schema.fields.map((field) => field.name)),
    };
  }

  return {
    retrieve,
    read,
    /** Null where the alias points nowhere, or to a collection that is gone. */
    async current(): Promise<SearchedCollection | null> {
      if (known && known.until > now()) return known.collection;
      const collection = await read();
      known = { collection, until: now() + READ_MS };
      return collection;
    },
    /** Has the next search read it anew: it may have been replaced. */
    forget: () => (known = undefined),
  };
}
