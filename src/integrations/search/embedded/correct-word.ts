import { allowedTypos, editDistance, wordsOneTypoAway } from '#domain/search/edit-distance.js';
import type { QueryWord } from '#domain/search/text-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { MatchCounter } from './count-matches.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';
import { lexemeForm, phraseForm, type WordForm } from './word-form.js';

/** A word with so few documents may be a typo that has come into a title. */
export const MAX_RARE = 2;
/** How much more frequent another word must be to be searched beside a rare one. */
const TIMES = 10;
/** Corrections of one word that are searched for together. */
const MAX_CORRECTIONS = 3;
/** Words that look alike, of which those within the allowed typos are taken. */
const MAX_CANDIDATES = 60;
/** Counts beyond this are equal: only their order of size matters. */
const MOST = 300;

export interface Correction {
  forms: WordForm[];
  /** The most frequent one, as text. */
  text: string;
}

interface Counted {
  text: string;
  form: WordForm;
  count: number;
}

/** Finds what a word that no or hardly any document has was meant to be. */
export function createWordCorrection(database: SearchDatabase, counter: MatchCounter) {
  async function counted(at: SearchedIndex, words: readonly string[]): Promise<Counted[]> {
    const forms = words.map((text) => ({ text, form: lexemeForm(text) }));
    const counts = await counter.count(
      at,
      forms.map(({ form }) => form('')),
      MOST,
    );
    return forms.map((item, n) => ({ ...item, count: counts[n] ?? 0 }));
  }

  /** "waterbottle" where documents have "water bottle". */
  async function splits(at: SearchedIndex, word: string): Promise<Counted[]> {
    const letters = [...word];
    const parts = Array.from({ length: letters.length - 1 }, (_, n) => [
      letters.slice(0, n + 1).join(''),
      letters.slice(n + 1).join(''),
    ]);
    const phrases = parts.map((words) => ({
      text: words.join(' '),
      form: phraseForm(words.map(lexemeForm)),
    }));
    const counts = await counter.count(
      at,
      phrases.map(({ form }) => form('')),
      MOST,
    );
    return phrases.map((item, n) => ({ ...item, count: counts[n] ?? 0 }));
  }

  async function oneTypoAway(at: SearchedIndex, word: string): Promise<Counted[]> {
    const rows = await database.rows<{ word: string }>(
      `select word from ${tablesOf(at.collection).words} where word = any(?::text[]) order by word limit ${MAX_CANDIDATES}`,
      [wordsOneTypoAway(word)],
    );
    return counted(
      at,
      rows.map((row) => row.word),
    );
  }

  async function twoTyposAway(at: SearchedIndex, word: string): Promise<Counted[]> {
    const { words } = tablesOf(at.collection);
    const letters = [...word];
    // Two typos leave little alike: words with the same first letter are compared one by one, others by the index.
    const alike = await database.rows<{ word: string }>(
      `select word from (
         select word from ${words} where word >= ? and word < ? || chr(1114111)
         union select word from ${words} where word % ?
       ) as alike where char_length(word) between ? and ?
       order by similarity(word, ?) desc, word limit ${MAX_CANDIDATES}`,
      [letters[0], letters[0], word, letters.length - 2, letters.length + 2, word],
    );
    return counted(
      at,
      alike.map((row) => row.word).filter((other) => editDistance(word, other, 2) <= 2),
    );
  }

  /** Null where the word is to be searched as it is. `count` is how many documents it has. */
  return async function correct(
    at: SearchedIndex,
    { word }: QueryWord,
    count: number,
  ): Promise<Correction | null> {
    const { length } = [...word];
    const least = count === 0 ? 1 : count * TIMES;
    const frequent = (found: readonly Counted[]) => found.filter((item) => item.count >= least);
    const digits = /\p{N}/u.test(word);
    let found: Counted[] = [];
    if (allowedTypos(length) > 0 && !digits) found = frequent(await oneTypoAway(at, word));
    if (length >= 4 || digits) found.push(...frequent(length > 1 ? await splits(at, word) : []));
    if (found.length === 0 && count === 0 && !digits && allowedTypos(length) === 2)
      found = frequent(await twoTyposAway(at, word));
    const chosen = found.sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
    const [first] = chosen;
    if (!first) return null;
    const near = chosen.filter((item) => item.count * TIMES > first.count).slice(0, MAX_CORRECTIONS);
    return { forms: near.map(({ form }) => form), text: first.text };
  };
}
