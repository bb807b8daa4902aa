import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';

/** A word that is still being typed has many beginnings: of each kind a few are enough. */
const MAX_NAMES = 5;
const MAX_KNOWN = 5_000;

export interface EntryNames {
  brands: string[];
  categories: string[];
}

/**
 * Brands and categories with a word for each of a text's, the last one perhaps unfinished, that have products. What people
 * type begins alike: the names hold for as long as nothing is written to the collection.
 */
export function createEntryNames(database: SearchDatabase) {
  const known = new Map<string, { version: number; names: Promise<EntryNames> }>();

  async function read(collection: string, match: string): Promise<EntryNames> {
    const { documents } = tablesOf(collection);
    const of = (kind: string, column: string) =>
      `(select t.kind, t.label from search_terms t where t.words @@ ?::tsquery and t.kind = '${kind}'
         and exists (select from ${documents} d where d.live and d.${column} @> array[t.id])
       order by char_length(t.label), t.label limit ${MAX_NAMES})`;
    const rows = await database.rows<{ kind: string; label: string }>(
      `${of('brand', 'facets')} union all ${of('category', 'filters')}`,
      [match, match],
    );
    const labels = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ label }) => label);
    return { brands: labels('brand'), categories: labels('category') };
  }

  return function entryNames({ collection, version }: SearchedIndex, q: string): Promise<EntryNames> {
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
