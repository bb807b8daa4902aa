import {
  offsetOf,
  type SearchFacets,
  type SearchQuery,
  type SearchResult,
} from '#domain/search/search-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { CandidateMemory } from './candidate-memory.js';
import { canChoose, chooseCandidates } from './choose-candidates.js';
import { countFacets } from './count-facets.js';
import { createKnownTerms } from './known-terms.js';
import { MAX_KEPT, pageOf } from './order-candidates.js';
import { type Candidates, idOfCandidate } from './packed-document.js';
import { type CandidateLimits, candidateLimits } from './read-candidates.js';
import { readFacets } from './read-facets.js';
import type { StoredDocuments, WantedDocument } from './stored-documents.js';
import { rankCandidates } from './rank-candidates.js';
import type { TextMatch } from './text-match.js';

/** Documents are read after their candidates: where one is written in between, both are read again. */
const TRIES = 3;

interface Memories {
  candidates: CandidateMemory;
  documents: StoredDocuments;
}

/** What a search makes of its candidates, before its documents are read. */
interface Made {
  total: number;
  page: WantedDocument[];
  facets: SearchFacets | null;
}

/** Of each text: pages, orders and filters that many ask for are made once. */
const MAX_MADE = 30;

/** Sorting all of very many candidates, or counting those that fail a filter, would hold up the process too long. */
function isTooMuch({ length }: Candidates, query: SearchQuery, { ofText }: CandidateLimits) {
  const isDeep = offsetOf(query) + query.limit > MAX_KEPT;
  return length > ofText && (isDeep || query.facets?.disjunctive === true);
}

/** Searches among the candidates of a text; undefined where the database has to do all of it. */
export function createCandidateSearch(
  database: SearchDatabase,
  { candidates, documents }: Memories,
  limits: CandidateLimits = candidateLimits,
) {
  const known = createKnownTerms(database);
  const made = new WeakMap<Candidates, Map<string, Made>>();
  const ranks = new WeakMap<Candidates, Int32Array>();

  /** Candidates with their steps instead of the points that were read. */
  function rankedOf(found: Candidates, text: TextMatch | null): Candidates {
    if (!found.ranks || !text) return found;
    const steps = ranks.get(found) ?? rankCandidates(found, found.ranks, { known, code: text.ranked.code });
    ranks.set(found, steps);
    return { ...found, ranks: steps };
  }

  async function make(
    found: Candidates,
    { q: _text, ...query }: SearchQuery,
    text: TextMatch | null,
  ): Promise<Made> {
    const key = JSON.stringify(query);
    const ofText = made.get(found) ?? new Map<string, Made>();
    made.set(found, ofText);
    const before = ofText.get(key);
    if (before) return before;
    await known.ensure(found.termIds);
    const chosen = chooseCandidates(found, query, known);
    const { facets } = query;
    const result = {
      total: chosen.passed.length,
      page: pageOf(rankedOf(found, text), chosen.passed, query).map((n) => ({
        id: idOfCandidate(found, n),
        readAt: found.readAt[n] ?? 0,
      })),
      facets: facets ? readFacets(countFacets(found, chosen, facets, known), facets) : null,
    };
    if (ofText.size >= MAX_MADE) ofText.clear();
    ofText.set(key, result);
    return result;
  }

  return async function searchCandidates(
    at: { collection: string; version: number },
    query: SearchQuery,
    text: TextMatch | null,
  ): Promise<SearchResult | undefined> {
    if (!canChoose(query.filters)) return undefined;
    for (let tries = 1, { version } = at; tries <= TRIES; tries += 1, version += 1) {
      const ranked = text !== null && query.sortBy === 'relevance';
      const found = await candidates.get({ collection: at.collection, version }, text, ranked);
      if (!found || isTooMuch(found, query, limits)) return undefined;
      const { total, page, facets } = await make(found, query, text);
      const hits = await documents.get(at.collection, page);
      if (hits) return { total, hits, facets };
    }
    return undefined;
  };
}
