import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import { emptyResult, type FacetRow, readFacets } from './read-facets.js';
import type { CategoryLearning } from './learn-categories.js';
import { rankSql } from './rank-sql.js';
import { type SearchedText, searchStatement } from './search-statement.js';
import type { TextMatch } from './text-match.js';

/** The counts of a browse without text and filters may be so old. */
const BROWSE_MS = 5_000;
const MAX_BROWSED = 20;

type Row = FacetRow & { total: number; hits: string };

/** Whether everything is found: no words, and no filter. */
const isBrowse = ({ q, filters: { attributes = {}, ...filters } }: SearchQuery) =>
  foldedWords(q).length === 0 &&
  Object.keys(attributes).length === 0 &&
  Object.values(filters).every((value) => value === undefined);

/** Searches by one statement, in which the database filters, sorts and counts: for more matches than fit in memory. */
export function createStatementSearch(
  database: SearchDatabase,
  learning: CategoryLearning,
  now: () => number = Date.now,
) {
  const browsed = new Map<string, { until: number; result: Promise<SearchResult> }>();

  async function read(
    collection: string,
    query: SearchQuery,
    text: SearchedText | null,
  ): Promise<SearchResult> {
    const { sql, values } = searchStatement(collection, query, text);
    const [row] = await database.rows<Row>(sql, values);
    if (!row) return emptyResult(query);
    return {
      total: row.total,
      hits: JSON.parse(row.hits) as SearchDocument[],
      facets: query.facets ? readFacets(row, query.facets) : null,
    };
  }

  /** Counts of everything cost the most, and are the same for everybody: they are kept for a moment. */
  function countBrowse(collection: string, query: SearchQuery): Promise<SearchResult> {
    const key = JSON.stringify([collection, query.facets]);
    const known = browsed.get(key);
    if (known && known.until > now()) return known.result;
    const result = read(collection, { ...query, page: 1, limit: 0 }, null);
    if (browsed.size >= MAX_BROWSED) browsed.clear();
    browsed.set(key, { until: now() + BROWSE_MS, result });
    result.catch(() => browsed.delete(key));
    return result;
  }

  return async function searchByStatement(
    collection: string,
    query: SearchQuery,
    text: TextMatch | null,
  ): Promise<SearchResult> {
    const categories =
      text && query.sortBy === 'relevance' ? await learning.find(collection, text.named) : [];
    const asked = text && {
      match: text.match,
      written: text.written,
      rank: rankSql({ ...text.ranked, categories }, null),
    };
    if (!query.facets || !isBrowse(query)) return read(collection, query, asked);
    const [counted, page] = await Promise.all([
      countBrowse(collection, query),
      read(collection, { ...query, facets: undefined }, asked),
    ]);
    return { ...counted, hits: page.hits };
  };
}
