import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';

/** A word that is still being typed has many beginnings: of brands a few are enough. */
const MAX_BRANDS = 5;
const MAX_KNOWN = 5_000;

/**
 * Brands with a word for each of a text's, the last one perhaps unfinished, that have products. What people type begins
 * alike: the names hold for as long as nothing is written to the collection.
 */
export function createBrandNames(database: SearchDatabase) {
  const known = new Map<string, { version: number; names: Promise<string[]> }>();

  async function read(collection: string, match: string): Promise<string[]> {
    const rows = await database.rows<{ label: string }>(
      `select t.label from search_terms t where t.words @@ ?::tsquery and t.kind = 'brand'
         and exists (select from ${tablesOf(collection).documents} d where d.live and d.facets @> array[t.id])
       order by char_length(t.label), t.label limit ${MAX_BRANDS}`,
      [match],
    );
    return rows.map(({ label }) => label);
  }

  return function brandNames({ collection, version }: SearchedIndex, q: string): Promise<string[]> {
    const words = foldedWords(q);
    const match = words.map((word, n) => (n === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ');
    const key = `${collection} ${match}`;
    const found = known.get(key);
    if (found && found.version >= version) return found.names;
    const names = read(collection, match);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, { version, names });
    names.catch(() => known.delete(key));
    return names;
  };
}
