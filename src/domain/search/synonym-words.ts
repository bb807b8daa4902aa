import { foldedWords } from './fold-text.js';

/** Longer phrases are not looked up. */
const MAX_PHRASE = 4;

/** A phrase as it is compared. */
export function foldedPhrase(text: string): string {
  return foldedWords(text).join(' ');
}

/** What is wrong with a word or phrase of a synonym; undefined when nothing is. */
export function phraseIssue(text: string): string | undefined {
  const { length } = foldedWords(text);
  if (length === 0) return 'must contain a letter or digit';
  return length > MAX_PHRASE ? `must have at most ${MAX_PHRASE} words` : undefined;
}

/** Root and words as they are compared, the same for the same synonym. */
export function synonymKey({ root, words }: { root: string | null; words: readonly string[] }): string {
  const folded = [...new Set(words.map(foldedPhrase))].sort();
  return `${root === null ? '' : foldedPhrase(root)} > ${folded.join(', ')}`;
}
