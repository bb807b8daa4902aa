import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { CandidateMemory } from './candidate-memory.js';
import { canChoose, chooseCandidates } from './choose-candidates.js';
import { countFacets } from './count-facets.js';
import { createKnownTerms } from './known-terms.js';
import { pageOf } from './order-candidates.js';
import { idOfCandidate } from './packed-document.js';
import { readFacets } from './read-facets.js';
import type { StoredDocuments } from './stored-documents.js';
import type { TextMatch } from './text-match.js';

/** Documents are read after their candidates: where one is written in between, both are read again. */
const TRIES = 3;

interface Memories {
  candidates: CandidateMemory;
  documents: StoredDocuments;
}

/** Searches among the candidates of a text; undefined where the database has to do all of it. */
export function createCandidateSearch(database: SearchDatabase, { candidates, documents }: Memories) {
  const known = createKnownTerms(database);

  return async function searchCandidates(
    at: { collection: string; version: number },
    query: SearchQuery,
    text: TextMatch | null,
  ): Promise<SearchResult | undefined> {
    if (!canChoose(query.filters)) return undefined;
    for (let tries = 1, { version } = at; tries <= TRIES; tries += 1, version += 1) {
      const ranked = text !== null && query.sortBy === 'relevance';
      const found = await candidates.get({ collection: at.collection, version }, text, ranked);
      if (!found) return undefined;
      await known.ensure(found.termIds);
      const chosen = chooseCandidates(found, query, known);
      const page = pageOf(found, chosen.passed, query);
      const wanted = page.map((n) => ({ id: idOfCandidate(found, n), readAt: found.readAt[n] ?? 0 }));
      const hits = await documents.get(at.collection, wanted);
      if (!hits) continue;
      const { facets } = query;
      return {
        total: chosen.passed.length,
        hits,
        facets: facets ? readFacets(countFacets(found, chosen, facets, known), facets) : null,
      };
    }
    return undefined;
  };
}
