import { editDistance } from '#domain/search/edit-distance.js';
import { romanize, scriptOf, soundOf } from '#domain/search/word-sound.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';

/** Words of one sound that are searched for together. */
const MAX_WORDS = 3;
const STALE_MS = 1_500;
const MAX_CACHED = 20_000;

/** In Latin letters, long vowels like short ones. */
const plain = (word: string) =>
  romanize(word)
    .replace(/y/g, 'i')
    .replace(/([aiu])\1+/g, '$1');

/** Finds words that are written in another script and sound alike: "masala" and "मसाला". */
export function createScriptLookup(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, { version: number; at: number; words: string[] }>();

  async function read({ collection }: SearchedIndex, word: string): Promise<string[]> {
    const key = soundOf(word);
    if (!key) return [];
    const rows = await database.rows<{ word: string }>(
      `select word from ${tablesOf(collection).words}
       where sound = ? or (loose = ? and (sound is null or ?::text is null)) order by word limit 100`,
      [key.sound, key.loose, key.sound],
    );
    const own = scriptOf(word);
    const roman = plain(word);
    const others = rows
      .filter((row) => scriptOf(row.word) !== own)
      .map((row) => ({ word: row.word, distance: editDistance(roman, plain(row.word), 4) }));
    const least = Math.min(...others.map(({ distance }) => distance));
    return others
      .filter(({ distance }) => distance <= least)
      .slice(0, MAX_WORDS)
      .map((other) => other.word);
  }

  return {
    async find(at: SearchedIndex, word: string): Promise<string[]> {
      const key = `${at.collection} ${word}`;
      const found = known.get(key);
      if (found && (found.version >= at.version || now() - found.at < STALE_MS)) return found.words;
      const words = await read(at, word);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, { version: at.version, at: now(), words });
      return words;
    },
    clear: (): void => known.clear(),
  };
}

export type ScriptLookup = ReturnType<typeof createScriptLookup>;
