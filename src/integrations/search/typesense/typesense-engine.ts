import { SEARCH_ALIAS } from '#domain/search/collection-name.js';
import { foldedWords } from '#domain/search/fold-text.js';
import { namesBegunBy } from '#domain/search/suggestion-texts.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import type { SynonymRule } from '#domain/search/synonym.js';
import {
  type SearchEngine,
  SearchIndexMissing,
  SearchUnavailable,
} from '#integrations/search/search-engine.js';
import type { Logger } from '#lib/logger.js';
import { createSearchedCollection, type SearchedCollection } from './searched-collection.js';
import { createVersionReader } from './server-version.js';
import { orMissing, type TypesenseClient, TypesenseError } from './typesense-client.js';
import { documentOfStored, type StoredDocument } from './typesense-document.js';
import { explainHit, explainMissing, type Highlight } from './typesense-explain.js';
import { type FacetCount, facetsOfCounts } from './typesense-facets.js';
import { facetFields, filterText, groupOf, searchParameters, typesenseFilters } from './typesense-query.js';
import { pageAround } from './page-around.js';
import { linesOf } from './typesense-lines.js';
import { relaxText } from './relax-typesense.js';
import { collectionSchema } from './typesense-schema.js';
import { collectionSynonyms, type SynonymStore, synonymSets } from './typesense-synonyms.js';
import { createTypesenseWriter } from './typesense-writer.js';

interface Found {
  found: number;
  hits: { document: StoredDocument; highlights?: Highlight[] }[];
  facet_counts?: FacetCount[];
  code?: number;
  error?: string;
}

const NOT_FOUND = 404;
/** The server says 404 of a field that it does not have, as of a collection that is not there. */
const MISSING_FIELD = /could not find a .*field/i;
const CONFLICT = 409;
const MAX_BRANDS = 5;
/** Ids of a collection are exported as a whole, and handed out in pages for so long. */
const IDS_MS = 60_000;

interface Options {
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}

/** The index on a Typesense server, from version 0.24 on. */
export function createTypesenseEngine(
  client: TypesenseClient,
  { logger, now = Date.now }: Options,
): SearchEngine {
  const serverVersion = createVersionReader(client, { logger, now });
  const searched = createSearchedCollection(client, now);
  const writer = createTypesenseWriter(client);
  const stores = { sets: synonymSets(client), ofCollections: collectionSynonyms(client) };
  let rules: readonly SynonymRule[] = [];
  /** The collection that searches went to when the synonyms were written last. */
  let written: string | undefined;
  let listed: { key: string; ids: string[]; until: number } | undefined;

  const synonymStore = async (): Promise<SynonymStore> =>
    (await serverVersion()).hasSynonymSets ? stores.sets : stores.ofCollections;

  /** What comes after it has no synonyms, whatever its name. */
  function missing(): SearchIndexMissing {
    if (written !== undefined) written = '';
    return new SearchIndexMissing();
  }

  /** The collection that searches go to. One that was made anew, as after a loss of data, gets the synonyms again. */
  async function currentCollection(): Promise<SearchedCollection> {
    const collection = await searched.current();
    if (!collection) throw missing();
    if (collection.identity !== written) {
      if (written !== undefined) await (await synonymStore()).write(rules, collection.name);
      written = collection.identity;
    }
    return collection;
  }

  /** Several searches in one request. */
  async function multiSearch(searches: readonly object[]): Promise<Found[]> {
    const parameters = (await synonymStore()).parameters(rules);
    const named = searches.map((item) => ({ ...item, ...parameters }));
    const { results } = (await client.search((server) =>
      server.multiSearch.perform({ searches: named }),
    )) as unknown as { results: Found[] };
    for (const { code, error } of results) {
      if (error === undefined) continue;
      if (code === NOT_FOUND && MISSING_FIELD.test(error)) {
        searched.forget();
        throw new SearchUnavailable(`The search server misses a field: ${error}`);
      }
      if (code === NOT_FOUND) {
        searched.forget();
        throw missing();
      }
      if (code !== undefined && code >= 500)
        throw new SearchUnavailable(`The search server failed: ${error}`);
      throw new TypesenseError(`search: ${error}`, code ?? 0);
    }
    return results;
  }

  /** How many products each of these texts finds, without filters. */
  async function countTexts(texts: string[]): Promise<number[]> {
    const query: SearchQuery = { q: '', filters: {}, sortBy: 'relevance', page: 1, limit: 1 };
    const common = { collection: SEARCH_ALIAS, filter: filterText([]), fields: [], perPage: 0 };
    const results = await multiSearch(texts.map((q) => searchParameters({ ...query, q }, common)));
    return results.map(({ found }) => found);
  }

  async function search(query: SearchQuery): Promise<SearchResult> {
    const found = await searchWhole(query);
    if (found.total > 0 || !query.relax) return found;
    const relaxed = await relaxText(query.q, countTexts);
    if (!relaxed) return found;
    const { q, dropped, matched } = relaxed;
    return { ...(await searchWhole({ ...query, q })), relaxed: { dropped, matched } };
  }

  async function searchWhole(query: SearchQuery): Promise<SearchResult> {
    const { fields: known } = await currentCollection();
    const { alsoIds } = query.filters;
    const filters = typesenseFilters(query.filters);
    const fields = facetFields(query, (field) => known.has(field));
    const filtered = new Set(filters.flatMap(({ group }) => group ?? []));
    const loose = query.facets?.disjunctive ? fields.filter((field) => filtered.has(groupOf(field))) : [];
    const groups = [...new Set(loose.map(groupOf))];
    const inGroup = (group: string) => loose.filter((field) => groupOf(field) === group);
    const common = { collection: SEARCH_ALIAS };
    const results = await multiSearch([
      searchParameters(query, {
        ...common,
        filter: filterText(filters, { alsoIds }),
        fields: fields.filter((field) => !loose.includes(field)),
      }),
      ...groups.map((group) =>
        searchParameters(query, {
          ...common,
          filter: filterText(filters, { without: group, alsoIds }),
          fields: inGroup(group),
          perPage: 0,
        }),
      ),
    ]);
    const [first] = results;
    const skipped = query.offset === undefined ? 0 : pageAround(query.offset, query.limit).skipped;
    const counts = results.flatMap(({ facet_counts = [] }) => facet_counts);
    return {
      total: first?.found ?? 0,
      hits: (first?.hits ?? [])
        .slice(skipped, skipped + query.limit)
        .map(({ document }) => documentOfStored(document)),
      facets: query.facets ? facetsOfCounts(counts, query.facets) : null,
    };
  }

  async function exportIds(collection: string, vendorId: string | null): Promise<string[]> {
    const restricted = vendorId === null ? {} : { filter_by: `vendorId:=\`${vendorId}\`` };
    const text = await client.manage((server) =>
      server
        .collections(collection)
        .documents()
        .export({ include_fields: 'id', ...restricted }),
    );
    return linesOf<{ id: string }>(text)
      .map(({ id }) => id)
      .sort();
  }

  const readAlias = async () => (await searched.read())?.name ?? null;

  return {
    kind: 'typesense',
    search,
    async suggest({ q, limit, alsoIds }) {
      if (foldedWords(q).length === 0) return { hits: [], brandNames: [], categoryNames: [] };
      const query: SearchQuery = { q, filters: {}, sortBy: 'relevance', page: 1, limit };
      const common = { collection: SEARCH_ALIAS, filter: filterText([]), fields: [] };
      const brands = {
        ...searchParameters(query, { ...common, fields: ['brandName'], perPage: 0 }),
        query_by: 'brandName',
        query_by_weights: '1',
        num_typos: '2',
        prefix: 'true',
        max_facet_values: MAX_BRANDS,
      };
      const found = { ...common, filter: filterText([], { alsoIds }) };
      const results = await multiSearch([searchParameters(query, found), brands]);
      const [products, named] = results;
      const hits = (products?.hits ?? []).map(({ document }) => documentOfStored(document));
      return {
        hits,
        categoryNames: namesBegunBy(
          q,
          hits.flatMap(({ categoryNames }) => categoryNames),
        ),
        brandNames: (named?.facet_counts?.[0]?.counts ?? []).map(({ value }) => value),
      };
    },
    async explain(q, productId) {
      const query: SearchQuery = { q, filters: {}, sortBy: 'relevance', page: 1, limit: 1 };
      const filter = `${filterText([])} && idKey:=\`${productId}\``;
      const asked = (text: string) =>
        searchParameters({ ...query, q: text }, { collection: SEARCH_ALIAS, filter, fields: [] });
      const [found, listed] = await multiSearch([asked(q), asked('')]);
      const hit = found?.hits[0];
      if (!hit) return explainMissing(q, (listed?.found ?? 0) > 0);
      const words = explainHit(q, hit.highlights ?? []);
      return { isListed: true, matches: true, words, byCode: false, step: null, bonuses: [] };
    },
    async hasTitlePhrase(words) {
      if (words.length === 0) return false;
      const query: SearchQuery = { q: '', filters: {}, sortBy: 'relevance', page: 1, limit: 1 };
      const common = { collection: SEARCH_ALIAS, filter: filterText([]), fields: [] };
      const phrase = {
        ...searchParameters(query, { ...common, perPage: 0 }),
        q: `"${words.join(' ')}"`,
        query_by: 'title',
        query_by_weights: '1',
        num_typos: '0',
        prefix: 'false',
      };
      const [found] = await multiSearch([phrase]);
      return (found?.found ?? 0) > 0;
    },
    write: (collections, writes) => writer.write(collections, writes),
    async createCollection(name) {
      const created = client.manage((server) => server.collections().create(collectionSchema(name)));
      await created.catch((error: unknown) => {
        if (!(error instanceof TypesenseError && error.serverStatus === CONFLICT)) throw error;
      });
    },
    async swapAlias(collection) {
      await (await synonymStore()).prepare(collection, await readAlias());
      const target = { collection_name: collection };
      await client.manage((server) => server.aliases().upsert(SEARCH_ALIAS, target));
      searched.forget();
    },
    readAlias,
    async dropCollection(name) {
      await orMissing(client.manage((server) => server.collections(name).delete()));
    },
    count: async (collection) => (await searched.retrieve(collection))?.num_documents ?? 0,
    async listIds(collection, { after, limit, vendorId }) {
      const key = `${collection} ${vendorId ?? ''}`;
      if (after === null || listed?.key !== key || listed.until <= now())
        listed = { key, ids: await exportIds(collection, vendorId), until: now() + IDS_MS };
      return listed.ids.filter((id) => after === null || id > after).slice(0, limit);
    },
    // The server keeps no words or marks that would have to go.
    clean: () => Promise.resolve(0),
    async useSynonyms(next) {
      const collection = await searched.read();
      await (await synonymStore()).write(next, collection?.name ?? null);
      rules = next;
      written = collection?.identity ?? '';
      searched.forget();
    },
    async health() {
      // The server says whether it is well to everybody; its version it says to those with the key.
      const { ok } = await client.search((server) => server.health.retrieve());
      if (ok) await serverVersion();
      return ok;
    },
  };
}
