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
/** Up to so many Indian words are kept in memory: Latin words, which most are, then need no statement. */
const MAX_INDIAN = 5_000;

interface SoundRow {
  word: string;
  sound: string | null;
  loose: string;
}

/** Indian words by how they sound. */
interface IndianWords {
  bySound: ReadonlyMap<string, readonly SoundRow[]>;
  byLoose: ReadonlyMap<string, readonly SoundRow[]>;
}

function grouped(rows: readonly SoundRow[], keyOf: (row: SoundRow) => string): Map<string, SoundRow[]> {
  const groups = new Map<string, SoundRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The words that sound like a Latin one. */
function alikeAmong(indian: IndianWords | null, word: string): string[] {
  const key = soundOf(word);
  if (!key || !indian) return [];
  const loose = (indian.byLoose.get(key.loose) ?? []).filter(({ sound }) => sound === null);
  return [...(indian.bySound.get(key.sound ?? '') ?? []), ...loose].map((row) => row.word).sort();
}

/** Finds words that are written in another script and sound alike: "masala" and "मसाला". */
export function createScriptLookup(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, { version: number; at: number; words: string[] }>();
  let indian:
    | { collection: string; version: number; at: number; words: Promise<IndianWords | null> }
    | undefined;

  const holds = (entry: { version: number; at: number }, version: number) =>
    entry.version >= version || now() - entry.at < STALE_MS;

  async function readIndian(collection: string): Promise<IndianWords | null> {
    const rows = await database.rows<SoundRow>(
      `select word, sound, loose from ${tablesOf(collection).words}
       where word >= ? and word < ? and loose is not null order by word limit ${MAX_INDIAN + 1}`,
      [FIRST_INDIAN, BEHIND_INDIAN],
    );
    if (rows.length > MAX_INDIAN) return null;
    return {
      bySound: grouped(rows, ({ sound }) => sound ?? ''),
      byLoose: grouped(rows, ({ loose }) => loose),
    };
  }

  /** Null where they are too many. */
  function indianWords({ collection, version }: SearchedIndex): Promise<IndianWords | null> {
    if (indian?.collection === collection && holds(indian, version)) return indian.words;
    const words = readIndian(collection);
    const entry = { collection, version, at: now(), words };
    indian = entry;
    words.catch(() => {
      if (indian === entry) indian = undefined;
    });
    return words;
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
        const inMemory = await indianWords(at);
        const isLatin = (word: string) => scriptOf(word) === 'latin';
        const alike = await read(at, inMemory ? missing.filter((word) => !isLatin(word)) : missing);
        for (const word of inMemory ? missing.filter(isLatin) : [])
          alike.set(word, alikeAmong(inMemory, word));
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
