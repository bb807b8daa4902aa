import { allowedTypos, editDistance, wordsOneTypoAway } from '#domain/search/edit-distance.js';
import type { QueryWord, TextQuery } from '#domain/search/text-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';

/** The two forms of a text query: what has to match, and what counts for the order. */
export interface TextMatch {
  match: string;
  rank: string;
}

/** Corrections of one word that are searched for together. */
const MAX_CORRECTIONS = 3;
/** Words that look alike, of which those within the allowed typos are taken. */
const MAX_CANDIDATES = 60;
const KNOWN_MS = 30_000;
const UNKNOWN_MS = 1_000;
const MAX_CACHED = 20_000;

type Corrections = readonly string[] | null;

/** Folded words have letters, digits and marks only, so that quoting is all that a lexeme needs. */
function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`;
}

function formsOf({ word, stem, prefix }: QueryWord): string[] {
  const exact = word === stem ? [lexeme(word)] : [lexeme(word), lexeme(stem)];
  return prefix ? [...exact, `${lexeme(word)}:*`] : exact;
}

/** What has to match: the beginning of a word says the word itself, too. */
function requiredOf(query: QueryWord): string[] {
  return query.prefix ? formsOf(query).slice(1) : formsOf(query);
}

const anyOf = (alternatives: readonly string[]) => `(${alternatives.join(' | ')})`;
const allOf = (parts: readonly string[]) => `(${parts.join(' & ')})`;

/**
 * Turns text into queries on word vectors. A word that no document has is replaced by those that are one or two typos
 * away; which words there are is kept in memory for a while.
 */
export function createTextMatcher(database: SearchDatabase, now: () => number = Date.now) {
  const cache = new Map<string, { until: number; corrections: Corrections }>();

  async function isKnown(words: string, { word, stem, prefix }: QueryWord): Promise<boolean> {
    const [row] = await database.rows<{ known: boolean }>(
      `select exists (select from ${words} where word in (?, ?))
         or (? and exists (select from ${words} where word >= ? and word < ? || chr(1114111))) as known`,
      [word, stem, prefix, word, word],
    );
    return row?.known ?? false;
  }

  async function correct(words: string, { word }: QueryWord): Promise<string[]> {
    const most = allowedTypos([...word].length);
    if (most === 0) return [];
    const near = await database.rows<{ word: string }>(
      `select word from ${words} where word = any(?::text[]) order by word limit ${MAX_CANDIDATES}`,
      [wordsOneTypoAway(word)],
    );
    if (near.length > 0 || most < 2) return near.slice(0, MAX_CORRECTIONS).map((row) => row.word);
    const letters = [...word];
    // Two typos leave little alike: words with the same first letter are compared one by one, others by the index.
    const alike = await database.rows<{ word: string }>(
      `select word from (
         select word from ${words} where word >= ? and word < ? || chr(1114111)
         union select word from ${words} where word % ?
       ) as alike where char_length(word) between ? and ?
       order by similarity(word, ?) desc, word limit ${MAX_CANDIDATES}`,
      [letters[0], letters[0], word, letters.length - most, letters.length + most, word],
    );
    return alike
      .filter((row) => editDistance(word, row.word, most) <= most)
      .slice(0, MAX_CORRECTIONS)
      .map((row) => row.word);
  }

  /** Null where documents have the word as it is. */
  async function correctionsOf(collection: string, words: string, wanted: QueryWord): Promise<Corrections> {
    const key = `${collection} ${wanted.prefix ? '*' : '='}${wanted.word}`;
    const cached = cache.get(key);
    if (cached && cached.until > now()) return cached.corrections;
    const corrections = (await isKnown(words, wanted)) ? null : await correct(words, wanted);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, { until: now() + (corrections === null ? KNOWN_MS : UNKNOWN_MS), corrections });
    return corrections;
  }

  return async function textMatch(
    collection: { name: string; words: string },
    { groups, whole }: TextQuery,
  ): Promise<TextMatch | null> {
    if (groups.length === 0) return null;
    const rank = new Set<string>([lexeme(`=${whole}`)]);
    const required: string[] = [];
    for (const { words, synonyms } of groups) {
      const written: string[] = [];
      for (const word of words) {
        const corrections = await correctionsOf(collection.name, collection.words, word);
        const forms = corrections === null ? formsOf(word) : corrections.map(lexeme);
        const required = corrections === null ? requiredOf(word) : forms;
        // Nothing has such a word: the group then finds its synonyms, if any.
        written.push(anyOf(required.length > 0 ? required : [lexeme(word.word)]));
        for (const form of forms) rank.add(form);
      }
      const phrases = synonyms.map((phrase) => allOf(phrase.map((word) => anyOf(formsOf(word)))));
      for (const word of synonyms.flat()) for (const form of formsOf(word)) rank.add(form);
      required.push(anyOf([allOf(written), ...phrases]));
    }
    return { match: required.join(' & '), rank: [...rank].join(' | ') };
  };
}

export type TextMatcher = ReturnType<typeof createTextMatcher>;
