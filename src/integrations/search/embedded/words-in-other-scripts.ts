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

/** The blocks of Indian scripts, as the words are ordered. */
const [FIRST_INDIAN, BEHIND_INDIAN] = ['\u0900', '\u0d80'];

/** Finds words that are written in another script and sound alike: "masala" and "मसाला". */
export function createScriptLookup(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, { version: number; at: number; words: string[] }>();
  let indian: { collection: string; version: number; at: number; has: Promise<boolean> } | undefined;

  const holds = (entry: { version: number; at: number }, version: number) =>
    entry.version >= version || now() - entry.at < STALE_MS;

  /** Where no word is Indian, nothing has to be looked up for Latin ones. */
  function hasIndian({ collection, version }: SearchedIndex): Promise<boolean> {
    if (indian?.collection === collection && holds(indian, version)) return indian.has;
    const has = database
      .rows<{ has: boolean }>(
        `select exists (select from ${tablesOf(collection).words} where word >= ? and word < ?) as has`,
        [FIRST_INDIAN, BEHIND_INDIAN],
      )
      .then(([row]) => row?.has ?? false);
    const entry = { collection, version, at: now(), has };
    indian = entry;
    has.catch(() => {
      if (indian === entry) indian = undefined;
    });
    return has;
  }

  /** Words that sound alike, by the word that they are looked up for. */
  async function read(
    { collection }: SearchedIndex,
    words: readonly string[],
  ): Promise<Map<string, string[]>> {
    const asked = words.flatMap((word) => {
      const key = soundOf(word);
      return key ? [{ word, ...key }] : [];
    });
    if (asked.length === 0) return new Map();
    const rows = await database.rows<{ asked: string; word: string }>(
      `select asked.word as asked, alike.word from json_to_recordset(?::json) as asked(word text, sound text, loose text)
       cross join lateral (
         select w.word from ${tablesOf(collection).words} w
         where w.sound = asked.sound or (w.loose = asked.loose and (w.sound is null or asked.sound is null))
         order by w.word limit 100
       ) as alike`,
      [JSON.stringify(asked)],
    );
    const alike = new Map<string, string[]>();
    for (const row of rows) alike.set(row.asked, [...(alike.get(row.asked) ?? []), row.word]);
    return alike;
  }

  /** Of the words that sound alike those in another script that are nearest. */
  function nearest(word: string, alike: readonly string[]): string[] {
    const own = scriptOf(word);
    const roman = plain(word);
    const others = alike
      .filter((other) => scriptOf(other) !== own)
      .map((other) => ({ word: other, distance: editDistance(roman, plain(other), 4) }));
    const least = Math.min(...others.map(({ distance }) => distance));
    return others
      .filter(({ distance }) => distance <= least)
      .slice(0, MAX_WORDS)
      .map((other) => other.word);
  }

  return {
    /** For each of the words those of other scripts, all in one statement. */
    async find(at: SearchedIndex, words: readonly string[]): Promise<string[][]> {
      const keyOf = (word: string) => `${at.collection} ${word}`;
      const kept = (word: string) => {
        const entry = known.get(keyOf(word));
        return entry && holds(entry, at.version) ? entry.words : undefined;
      };
      const missing = [...new Set(words)].filter((word) => kept(word) === undefined);
      const found = new Map<string, string[]>();
      if (missing.length > 0) {
        const wanted = (await hasIndian(at)) ? missing : missing.filter((word) => scriptOf(word) !== 'latin');
        const alike = await read(at, wanted);
        if (known.size + missing.length > MAX_CACHED) known.clear();
        for (const word of missing) {
          found.set(word, nearest(word, alike.get(word) ?? []));
          known.set(keyOf(word), { version: at.version, at: now(), words: found.get(word) ?? [] });
        }
      }
      return words.map((word) => found.get(word) ?? kept(word) ?? []);
    },
    clear(): void {
      known.clear();
      indian = undefined;
    },
  };
}

export type ScriptLookup = ReturnType<typeof createScriptLookup>;
