import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import { parseTextQuery, type SynonymTable, synonymTable } from '#domain/search/text-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import { cleanVocabulary } from './clean-vocabulary.js';
import { type FacetRow, readFacets } from './read-facets.js';
import { searchStatement } from './search-statement.js';
import { tablesOf } from './sql-part.js';
import { createTextMatcher } from './text-match.js';
import { writeDocuments } from './write-documents.js';

/** So long a process may search the former collection after the alias has moved; it is kept for a day. */
const ALIAS_MS = 1_000;
/** The counts of a browse without text and filters may be so old. */
const BROWSE_MS = 5_000;
const MOST_BROWSED = 20;
const UNDEFINED_TABLE = '42P01';
/** A word that is still being typed has many beginnings: of brands a few are enough. */
const MOST_BRANDS = 5;

type Row = FacetRow & { total: number; hits: string };

/** Whether everything is found: no words, and no filter. */
const isBrowse = ({ q, filters: { attributes = {}, ...filters } }: SearchQuery) =>
  foldedWords(q).length === 0 &&
  Object.keys(attributes).length === 0 &&
  Object.values(filters).every((value) => value === undefined);

const nothing = (query: SearchQuery): SearchResult => ({
  total: 0,
  hits: [],
  facets: query.facets
    ? readFacets({ terms: [], ratings: [0, 0, 0, 0, 0], price: null }, query.facets)
    : null,
});

/** The index in our own database: nothing else has to run. */
export function createEmbeddedEngine(database: SearchDatabase, now: () => number = Date.now): SearchEngine {
  const textMatch = createTextMatcher(database, now);
  let synonyms: SynonymTable = new Map();
  let alias: { collection: string | null; until: number } | undefined;
  const browsed = new Map<string, { until: number; result: Promise<SearchResult> }>();

  async function readAlias(): Promise<string | null> {
    const [row] = await database.rows<{ collection: string }>(
      `select collection from search_aliases where name = ? and to_regclass('search_docs_' || collection) is not null`,
      [SEARCH_ALIAS],
    );
    return row?.collection ?? null;
  }

  async function aliased(): Promise<string | null> {
    if (!alias || alias.until <= now()) alias = { collection: await readAlias(), until: now() + ALIAS_MS };
    return alias.collection;
  }

  /** Searches the collection behind the alias; where that was dropped meanwhile, the one that it points to now. */
  async function throughAlias<T>(search: (collection: string) => Promise<T>, empty: T): Promise<T> {
    const collection = await aliased();
    try {
      return collection === null ? empty : await search(collection);
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
      alias = undefined;
      const current = await aliased();
      return current === null ? empty : search(current);
    }
  }

  async function searchIn(collection: string, query: SearchQuery): Promise<SearchResult> {
    if (query.facets && isBrowse(query)) {
      const [counted, page] = await Promise.all([
        countBrowse(collection, query),
        read(collection, { ...query, facets: undefined }),
      ]);
      return { ...counted, hits: page.hits };
    }
    return read(collection, query);
  }

  /** Counts of everything cost the most, and are the same for everybody: they are kept for a moment. */
  function countBrowse(collection: string, query: SearchQuery): Promise<SearchResult> {
    const key = JSON.stringify([collection, query.facets]);
    const known = browsed.get(key);
    if (known && known.until > now()) return known.result;
    const result = read(collection, { ...query, page: 1, limit: 0 });
    if (browsed.size >= MOST_BROWSED) browsed.clear();
    browsed.set(key, { until: now() + BROWSE_MS, result });
    result.catch(() => browsed.delete(key));
    return result;
  }

  async function read(collection: string, query: SearchQuery): Promise<SearchResult> {
    const { words } = tablesOf(collection);
    const text = await textMatch({ name: collection, words }, parseTextQuery(query.q, synonyms));
    const { sql, values } = searchStatement(collection, query, text);
    const [row] = await database.rows<Row>(sql, values);
    if (!row) return nothing(query);
    return {
      total: row.total,
      hits: JSON.parse(row.hits) as SearchDocument[],
      facets: query.facets ? readFacets(row, query.facets) : null,
    };
  }

  /** Brands with a word for each of the query's, the last one perhaps unfinished, that have products. */
  async function brandNames(collection: string, q: string): Promise<string[]> {
    const words = foldedWords(q);
    const match = words.map((word, n) => (n === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ');
    const rows = await database.rows<{ label: string }>(
      `select t.label from search_terms t where t.words @@ ?::tsquery and t.kind = 'brand'
         and exists (select from ${tablesOf(collection).documents} d where d.live and d.facets @> array[t.id])
       order by char_length(t.label), t.label limit ${MOST_BRANDS}`,
      [match],
    );
    return rows.map(({ label }) => label);
  }

  return {
    kind: 'embedded',
    search: (query) => throughAlias((collection) => searchIn(collection, query), nothing(query)),
    suggest({ q, limit }) {
      if (foldedWords(q).length === 0) return Promise.resolve({ hits: [], brandNames: [] });
      const query: SearchQuery = { q, filters: {}, sortBy: 'relevance', page: 1, limit };
      return throughAlias(
        async (collection) => {
          const [{ hits }, brands] = await Promise.all([
            searchIn(collection, query),
            brandNames(collection, q),
          ]);
          return { hits, brandNames: brands };
        },
        { hits: [], brandNames: [] },
      );
    },
    write: (collections, writes) => writeDocuments(database, collections, writes),
    async createCollection(name) {
      tablesOf(name);
      await database.rows('select search_create_collection(?)', [name]);
    },
    async swapAlias(collection) {
      await database.rows(
        `insert into search_aliases (name, collection) values (?, ?)
         on conflict (name) do update set collection = excluded.collection`,
        [SEARCH_ALIAS, collection],
      );
      alias = undefined;
    },
    readAlias,
    async dropCollection(name) {
      tablesOf(name);
      await database.rows('select search_drop_collection(?)', [name]);
    },
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
      return Promise.resolve();
    },
    async health() {
      await database.rows('select 1');
      return true;
    },
  };
}
