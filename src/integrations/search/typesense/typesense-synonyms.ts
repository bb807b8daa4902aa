import { foldedPhrase } from '#domain/search/synonym-words.js';
import type { SynonymRule } from '#domain/search/synonym.js';
import { ADMIN_MS, type TypesenseClient } from './typesense-client.js';

/** The one set of the platform: since version 30 sets belong to the server, and searches name those that they use. */
const SET = 'haat';
const NOT_FOUND = 404;

/** Synonyms as a set on the server, written as a whole. */
export function createTypesenseSynonyms(client: TypesenseClient) {
  const path = `/synonym_sets/${SET}`;
  let used = false;

  return {
    /** What a search says to use them; nothing while there are none. */
    parameters: () => (used ? { synonym_sets: SET } : {}),

    async use(rules: readonly SynonymRule[]): Promise<void> {
      if (rules.length === 0) {
        used = false;
        await client.request({ method: 'DELETE', path, accept: [NOT_FOUND], timeoutMs: ADMIN_MS });
        return;
      }
      const items = rules.map(({ id, root, words }) => ({
        id,
        ...(root !== null && { root: foldedPhrase(root) }),
        synonyms: words.map(foldedPhrase),
      }));
      await client.request({ method: 'PUT', path, json: { items }, timeoutMs: ADMIN_MS });
      used = true;
    },
  };
}
