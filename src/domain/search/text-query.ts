import { foldedWords, foldText } from './fold-text.js';
import { measuresIn } from './measures.js';
import { isStopWord } from './stop-words.js';
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
  /** A number with its unit, which documents may write in another way. */
  measure?: string;
  /** Says nothing of the product: the first to be left out where nothing matches. */
  isStopWord?: boolean;
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

/** The words of a text in its order, those of a measure together. */
function partsOf(q: string): { words: string[]; measure?: string }[] {
  const text = foldText(q);
  const parts: { words: string[]; measure?: string }[] = [];
  let at = 0;
  for (const { lexeme, from, until } of measuresIn(text)) {
    for (const word of foldedWords(text.slice(at, from))) parts.push({ words: [word] });
    parts.push({ words: foldedWords(text.slice(from, until)), measure: lexeme });
    at = until;
  }
  for (const word of foldedWords(text.slice(at))) parts.push({ words: [word] });
  return parts;
}

/**
 * What a search for `q` asks of documents; no groups where it has no words.
 * @param options.phrases false where the words of a phrase that has synonyms are to stand apart
 */
export function parseTextQuery(
  q: string,
  synonyms: SynonymTable = new Map(),
  { phrases = true }: { phrases?: boolean } = {},
): TextQuery {
  const parts = partsOf(q);
  const groups: QueryGroup[] = [];
  for (let at = 0; at < parts.length;) {
    const { measure, words: written = [] } = parts[at] ?? {};
    const plain = parts.slice(at).map(({ words, measure: other }) => (other ? [] : words));
    const length =
      measure || !phrases
        ? 1
        : phraseLength(
            plain.map(([word = '']) => word),
            0,
            synonyms,
          );
    const phrase = measure ? written : plain.slice(0, length).flat();
    at += length;
    const isLast = at === parts.length && measure === undefined;
    groups.push({
      words: phrase.map((word, n) => ({ ...exact(word), prefix: isLast && n === phrase.length - 1 })),
      synonyms: (synonyms.get(keyOf(phrase)) ?? []).map((item) => item.map(exact)),
      ...(measure && { measure }),
      ...(phrase.every(isStopWord) && { isStopWord: true }),
    });
  }
  return { groups, whole: parts.flatMap(({ words }) => words).join(' ') };
}

/** The longest phrase from here on that has synonyms, else one word. */
function phraseLength(words: readonly string[], at: number, synonyms: SynonymTable): number {
  if (synonyms.size === 0) return 1;
  for (let length = Math.min(MAX_PHRASE, words.length - at); length > 1; length -= 1) {
    if (synonyms.has(keyOf(words.slice(at, at + length)))) return length;
  }
  return 1;
}
