import { foldedPhrase } from '#domain/search/synonym-words.js';
import type { SynonymRule } from '#domain/search/synonym.js';
import { orMissing, type TypesenseClient } from './typesense-client.js';

/** The one set of the platform: searches name the sets that they use. */
const SET = 'haat';

interface StoredSynonym {
  id: string;
  root?: string;
  synonyms: string[];
}

/** How a version of the server keeps synonyms. */
export interface SynonymStore {
  /** What a search says to use them. */
  parameters(rules: readonly SynonymRule[]): object;
  /** Makes the synonyms those of the rules. `collection` is the one behind the alias; null where there is none. */
  write(rules: readonly SynonymRule[], collection: string | null): Promise<void>;
  /** Gives a collection what the one behind the alias has, before the alias points to it. */
  prepare(next: string, current: string | null): Promise<void>;
}

const stored = ({ id, root, words }: SynonymRule): StoredSynonym => ({
  id,
  ...(root !== null && { root: foldedPhrase(root) }),
  synonyms: words.map(foldedPhrase),
});

/** Since version 30: a set of the server, written as a whole. */
export function synonymSets(client: TypesenseClient): SynonymStore {
  return {
    parameters: (rules) => (rules.length > 0 ? { synonym_sets: SET } : {}),
    async write(rules) {
      if (rules.length === 0)
        return void (await orMissing(client.manage((server) => server.synonymSets(SET).delete())));
      const items = rules.map(stored);
      await client.manage((server) => server.synonymSets(SET).upsert({ items }));
    },
    prepare: () => Promise.resolve(),
  };
}

/** Before version 30: each collection has its own, and searches use all of them. */
export function collectionSynonyms(client: TypesenseClient): SynonymStore {
  async function list(collection: string): Promise<StoredSynonym[]> {
    const found = await orMissing(
      client.manage((server) => server.collections(collection).synonyms().retrieve()),
    );
    return found?.synonyms ?? [];
  }
  /** Those of the server have an empty root where a rule has none. */
  const textOf = ({ root, synonyms }: StoredSynonym) => JSON.stringify([root ?? '', synonyms]);

  async function make(collection: string, wanted: readonly StoredSynonym[]): Promise<void> {
    const present = new Map((await list(collection)).map((item) => [item.id, textOf(item)]));
    for (const item of wanted) {
      if (present.get(item.id) !== textOf(item)) {
        const { id, root, synonyms } = item;
        const words = { synonyms, ...(root && { root }) };
        await client.manage((server) => server.collections(collection).synonyms().upsert(id, words));
      }
      present.delete(item.id);
    }
    for (const id of present.keys())
      await orMissing(client.manage((server) => server.collections(collection).synonyms(id).delete()));
  }

  return {
    parameters: () => ({}),
    async write(rules, collection) {
      if (collection !== null) await make(collection, rules.map(stored));
    },
    async prepare(next, current) {
      if (current !== null && current !== next) await make(next, await list(current));
    },
  };
}
