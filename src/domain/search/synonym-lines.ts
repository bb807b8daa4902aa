import type { SynonymRule } from './synonym.js';

/** Reads synonyms of a list: words with commas between them, or a word, ">", and the words that it finds. */
export function readSynonymLine(line: string): Pick<SynonymRule, 'root' | 'words'> {
  const [left = '', right] = line.split(' > ');
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  return right === undefined
    ? { root: null, words: words(left) }
    : { root: left.trim(), words: words(right) };
}
