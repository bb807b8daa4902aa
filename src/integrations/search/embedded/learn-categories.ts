import type { SearchDatabase } from '#integrations/search/search-database.js';
import { MAX_CATEGORIES } from './rank-sql.js';
import { tablesOf } from './sql-part.js';

/** Products from whose categories is learnt what a text names. */
export const MAX_SAMPLE = 200;
const MIN_SAMPLE = 5;
/** Of these products, the share that a category must have. */
const SHARE = 0.35;
const KNOWN_MS = 60_000;
const MAX_CACHED = 20_000;

/** Whether a category is named by a text, of whose products so many are filed there. */
const isNamed = (count: number, total: number) => total >= MIN_SAMPLE && count >= total * SHARE;

interface Row {
  id: number;
  count: number;
  total: number;
}

/** The same of the terms of documents that are known, in memory. */
export function namedCategories(
  documents: readonly Iterable<number>[],
  isCategory: (term: number) => boolean,
): number[] {
  const counts = new Map<number, number>();
  for (const terms of documents)
    for (const term of terms) if (isCategory(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || a - b)
    .slice(0, MAX_CATEGORIES)
    .flatMap(([id, count]) => (isNamed(count, documents.length) ? [id] : []));
}

/** Learns which categories hold the products whose titles name a text: "juice" names what is filed under "Juices". */
export function createCategoryLearning(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, { until: number; ids: number[] }>();

  async function read(collection: string, query: string): Promise<number[]> {
    const rows = await database.rows<Row>(
      `with named as materialized (
         select d.filters from ${tablesOf(collection).documents} d where d.live and d.words @@ ?::tsquery limit ${MAX_SAMPLE}
       )
       select t.id, count(*)::integer as count, (select count(*) from named)::integer as total
       from named cross join lateral unnest(named.filters) as filed(term)
       join search_terms t on t.id = filed.term and t.kind = 'category'
       group by t.id order by count(*) desc, t.id limit ${MAX_CATEGORIES}`,
      [query],
    );
    return rows.filter(({ count, total }) => isNamed(count, total)).map(({ id }) => id);
  }

  return {
    /** Ids of the terms of these categories. */
    async find(collection: string, query: string | null): Promise<number[]> {
      if (query === null) return [];
      const key = `${collection} ${query}`;
      const found = known.get(key);
      if (found && found.until > now()) return found.ids;
      const ids = await read(collection, query);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, { until: now() + KNOWN_MS, ids });
      return ids;
    },
    clear: (): void => known.clear(),
  };
}

export type CategoryLearning = ReturnType<typeof createCategoryLearning>;
