import { foldedWords } from './fold-text.js';
import type { SynonymRule } from './synonym.js';
import { stemWord } from './word-stem.js';

/** A word that a document must have: one of its forms, or one that begins with it. */
export interface QueryWord {
  word: string;
  stem: string;
  /** The word that is still being typed: longer ones match. */
  prefix: boolean;
}

/** Alternatives of which one must match; each is words that must all match. */
export interface QueryGroup {
  /** What the buyer wrote. */
  words: QueryWord[];
  synonyms: QueryWord[][];
}

export interface TextQuery {
  groups: QueryGroup[];
  /** All words as one text: the title that is exactly that comes first. */
  whole: string;
}

/** Longer phrases are no synonyms. */
const MAX_PHRASE = 4;

/** Synonyms by the stems of what they stand for. */
export type SynonymTable = ReadonlyMap<string, readonly (readonly string[])[]>;

const keyOf = (words: readonly string[]) => words.map(stemWord).join(' ');

/** A table to look synonyms up in. Words are plain text. */
export function synonymTable(rules: readonly SynonymRule[]): SynonymTable {
  const table = new Map<string, string[][]>();
  for (const { root, words } of rules) {
    const phrases = words.map(foldedWords).filter(({ length }) => length > 0);
    const roots = root === null ? phrases : [foldedWords(root)];
    for (const from of roots) {
      if (from.length === 0 || from.length > MAX_PHRASE) continue;
      const others = phrases.filter((to) => keyOf(to) !== keyOf(from));
      table.set(keyOf(from), [...(table.get(keyOf(from)) ?? []), ...others]);
    }
  }
  return table;
}

const exact = (word: string): QueryWord => ({ word, stem: stemWord(word), prefix: false });

/** What a search for `q` asks of documents; no groups where it has no words. */
export function parseTextQuery(q: string, synonyms: SynonymTable = new Map()): TextQuery {
  const words = foldedWords(q);
  const groups: QueryGroup[] = [];
  for (let at = 0; at < words.length;) {
    const length = phraseLength(words, at, synonyms);
    const phrase = words.slice(at, at + length);
    at += length;
    groups.push({
      words: phrase.map((word, n) => ({ ...exact(word), prefix: at === words.length && n === length - 1 })),
      synonyms: (synonyms.get(keyOf(phrase)) ?? []).map((item) => item.map(exact)),
    });
  }
  return { groups, whole: words.join(' ') };
}

/** The longest phrase from here on that has synonyms, else one word. */
function phraseLength(words: readonly string[], at: number, synonyms: SynonymTable): number {
  if (synonyms.size === 0) return 1;
  for (let length = Math.min(MAX_PHRASE, words.length - at); length > 1; length -= 1) {
    if (synonyms.has(keyOf(words.slice(at, at + length)))) return length;
  }
  return 1;
}
