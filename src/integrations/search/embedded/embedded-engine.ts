import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import { foldedWords } from '#domain/search/fold-text.js';
import type { EngineExplanation } from '#domain/search/search-explanation.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import { parseTextQuery, type SynonymTable, synonymTable } from '#domain/search/text-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import {
  type SearchEngine,
  SearchIndexMissing,
  type Suggestions,
} from '#integrations/search/search-engine.js';
import { createCandidateMemory } from './candidate-memory.js';
import { createMatchCounter } from './count-matches.js';
import { cleanVocabulary } from './clean-vocabulary.js';
import { createVersionReader, RAISE_VERSION, type SearchedIndex } from './index-version.js';
import { createEntryNames } from './entry-names.js';
import { explainMatch } from './explain-match.js';
import { createCategoryLearning } from './learn-categories.js';
import { type CandidateLimits, candidateLimits } from './read-candidates.js';
import { createTextRelaxation, type Relaxed } from './relax-text.js';
import { createCandidateSearch } from './search-candidates.js';
import { createStatementSearch } from './search-by-statement.js';
import { tablesOf } from './sql-part.js';
import { createStoredDocuments } from './stored-documents.js';
import { createTextMemory } from './text-memory.js';
import { correctedMatch, createTextMatcher, type TextMatch } from './text-match.js';
import { lexemeForm, phraseForm } from './word-form.js';
import { createScriptLookup } from './words-in-other-scripts.js';
import { writeDocuments } from './write-documents.js';

const UNDEFINED_TABLE = '42P01';

const NO_SUGGESTIONS: Suggestions = { hits: [], brandNames: [], categoryNames: [] };

/** The text as it was searched for, where words of it were taken for others. */
/** The index in our own database: nothing else has to run. */
export function createEmbeddedEngine(
  database: SearchDatabase,
  now: () => number = Date.now,
  limits: CandidateLimits = candidateLimits,
): SearchEngine {
  const counter = createMatchCounter(database, now);
  const scripts = createScriptLookup(database, now);
  const learning = createCategoryLearning(database, now);
  const matcher = createTextMatcher(database, { counter, scripts });
  const relaxation = createTextRelaxation(database);
  const texts = createTextMemory(now);
  let synonyms: SynonymTable = new Map();
  const readVersion = createVersionReader(database);
  const candidates = createCandidateMemory(database, now, limits);
  const documents = createStoredDocuments(database);
  const searchCandidates = createCandidateSearch(database, { candidates, documents }, limits);
  const searchStatement = createStatementSearch(database, learning, now);
  const entryNames = createEntryNames(database);

  /** Searches the collection behind the alias; where that was dropped meanwhile, the one that it points to now. */
  async function throughAlias<T>(search: (at: SearchedIndex) => Promise<T>): Promise<T> {
    for (let again = true; ; again = false) {
      const { collection, version } = await readVersion();
      try {
        if (collection === null) throw new SearchIndexMissing();
        return await search({ collection, version });
      } catch (error) {
        if (!again || (error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
      }
    }
  }

  async function searchText(
    at: SearchedIndex,
    query: SearchQuery,
    text: TextMatch | null,
  ): Promise<SearchResult> {
    const found = await searchCandidates(at, query, text);
    return found ?? searchStatement(at.collection, query, text);
  }

  const isFound = async (at: SearchedIndex, match: string) => (await counter.count(at, [match], 1))[0] !== 0;

  /** The text as it was searched for, where products have it so: nothing is offered that leads to nothing. */
  async function correctionOf(
    at: SearchedIndex,
    { groups }: TextMatch,
  ): Promise<Pick<SearchResult, 'corrected'>> {
    if (groups.every(({ corrected }) => corrected === undefined)) return {};
    const match = correctedMatch(groups);
    if (match !== undefined && !(await isFound(at, match))) return {};
    return { corrected: groups.map(({ text, corrected }) => corrected ?? text).join(' ') };
  }

  /**
   * Only where no document has all words: filters that leave none over are not loosened. A phrase that has synonyms is its words
   * then, so that one of them can be left out.
   */
  async function relaxedText(at: SearchedIndex, q: string, text: TextMatch): Promise<Relaxed | null> {
    if (await isFound(at, text.match)) return null;
    const words = parseTextQuery(q, synonyms, { phrases: false });
    if (words.groups.length === text.groups.length) return relaxation.relax(at, text);
    const loose = await matcher.match(at, words);
    if (!loose) return null;
    const matched = loose.groups.map((group) => group.text);
    return (await isFound(at, loose.match))
      ? { text: loose, dropped: [], matched }
      : relaxation.relax(at, loose);
  }

  async function explainIn(at: SearchedIndex, q: string, productId: string): Promise<EngineExplanation> {
    const text = await matcher.match(at, parseTextQuery(q, synonyms));
    const relaxed = text && (await relaxedText(at, q, text));
    const asked = relaxed?.text ?? text;
    const categories = await learning.find(at.collection, asked?.named ?? null);
    const explained = await explainMatch(database, at.collection, asked, { productId, categories });
    const dropped = (relaxed?.dropped ?? []).map((word) => ({ text: word, isDropped: true, match: null }));
    return { ...explained, words: [...explained.words, ...dropped] };
  }

  async function searchIn(at: SearchedIndex, query: SearchQuery): Promise<SearchResult> {
    const text = await texts.get(at, query.q, () => matcher.match(at, parseTextQuery(query.q, synonyms)));
    const found = await searchText(at, query, text);
    if (text === null) return found;
    if (found.total > 0) return { ...found, ...(await correctionOf(at, text)) };
    const relaxed = query.relax ? await relaxedText(at, query.q, text) : null;
    if (!relaxed) return found;
    const { dropped, matched } = relaxed;
    const result = await searchText(at, query, relaxed.text);
    return {
      ...result,
      ...(result.total > 0 && (await correctionOf(at, relaxed.text))),
      ...(dropped.length > 0 && { relaxed: { dropped, matched } }),
    };
  }

  /** What this process writes it knows at once, also where documents of one instant replace each other. */
  function forget(): void {
    candidates.clear();
    documents.clear();
    counter.clear();
    scripts.clear();
    learning.clear();
    relaxation.clear();
    texts.clear();
  }

  async function changing(collection: string, sql: string): Promise<void> {
    tablesOf(collection);
    await database.transaction(async (rows) => {
      await rows(sql, [collection]);
      await rows(RAISE_VERSION, [collection]);
    });
    forget();
  }

  return {
    kind: 'embedded',
    search: (query) => throughAlias((at) => searchIn(at, query)),
    suggest({ q, limit, alsoIds }) {
      if (foldedWords(q).length === 0) return Promise.resolve(NO_SUGGESTIONS);
      const filters = alsoIds ? { alsoIds } : {};
      const query: SearchQuery = { q, filters, sortBy: 'relevance', page: 1, limit };
      return throughAlias(async (at) => {
        const [{ hits }, names] = await Promise.all([searchIn(at, query), entryNames(at, q)]);
        return { hits, brandNames: names.brands, categoryNames: names.categories };
      });
    },
    explain: (q, productId) => throughAlias((at) => explainIn(at, q, productId)),
    async hasTitlePhrase(words) {
      if (words.length === 0) return false;
      const phrase = phraseForm(words.map(lexemeForm))('AB');
      return throughAlias(async (at) => (await counter.count(at, [phrase], 1))[0] === 1);
    },
    async write(collections, writes) {
      const outcomes = await writeDocuments(database, collections, writes);
      forget();
      return outcomes;
    },
    createCollection: (name) => changing(name, 'select search_create_collection(?)'),
    async swapAlias(collection) {
      await database.rows(
        `insert into search_aliases (name, collection) values (?, ?)
         on conflict (name) do update set collection = excluded.collection`,
        [SEARCH_ALIAS, collection],
      );
    },
    readAlias: async () => (await readVersion()).collection,
    dropCollection: (name) => changing(name, 'select search_drop_collection(?)'),
    async count(collection) {
      const [row] = await database.rows<{ count: number }>(
        `select count(*)::integer as count from ${tablesOf(collection).documents} where live`,
      );
      return row?.count ?? 0;
    },
    async listIds(collection, { after, limit, vendorId }) {
      const rows = await database.rows<{ id: string }>(
        `select id from ${tablesOf(collection).documents}
         where body <> '' and id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000')
           ${vendorId === null ? '' : 'and vendor_id = ?::uuid'} order by id limit ?`,
        [after, ...(vendorId === null ? [] : [vendorId]), limit],
      );
      return rows.map(({ id }) => id);
    },
    clean: (collections) => cleanVocabulary(database, collections),
    useSynonyms(rules) {
      synonyms = synonymTable(rules);
      texts.clear();
      return Promise.resolve();
    },
    async health() {
      await database.rows('select 1');
      return true;
    },
  };
}
