import { foldedPhrase } from '#domain/search/synonym-words.js';
import type { SynonymRule } from '#domain/search/synonym.js';
import { orMissing, type TypesenseClient } from './typesense-client.js';

/** The one set of the platform: since version 30 sets belong to the server, and searches name those that they use. */
const SET = 'haat';

/** Synonyms as a set on the server, written as a whole. */
export function createTypesenseSynonyms(client: TypesenseClient) {
  let used = false;

  return {
    /** What a search says to use them; nothing while there are none. */
    parameters: () => (used ? { synonym_sets: SET } : {}),

    async use(rules: readonly SynonymRule[]): Promise<void> {
      if (rules.length === 0) {
        used = false;
        await orMissing(client.manage((server) => server.synonymSets(SET).delete()));
        return;
      }
      const items = rules.map(({ id, root, words }) => ({
        id,
        ...(root !== null && { root: foldedPhrase(root) }),
        synonyms: words.map(foldedPhrase),
      }));
      await client.manage((server) => server.synonymSets(SET).upsert({ items }));
      used = true;
    },
  };
}
