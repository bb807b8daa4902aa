import { foldedWords, textOfHtml } from './fold-text.js';
import { measuresIn, sizeOf } from './measures.js';
import { codeKey, codeLexeme } from './product-codes.js';
import type { SearchDocument } from './search-document.js';
import { MAX_SEARCHED_VALUES } from './searched-values.js';
import { namesInTitle } from './title-head.js';
import { stemWord } from './word-stem.js';

/**
 * Where a word stands decides what it is worth: as the thing that the title names, elsewhere in the title, as the name of
 * a brand, category or tag, or in the description.
 */
export type WordWeight = 'A' | 'B' | 'C' | 'D';

/** Words of a title and of the names have their places, so that phrases are found; those of a description have one. */
export interface WordPlace {
  place: number;
  weight: WordWeight;
}

/** A document is not found by more words than these; the rest of a very long description is left out. */
const MAX_WORDS = 5_000;
/** Far more text than the words above. */
const MAX_TEXT = 100_000;
/** Between two texts, so that no phrase goes from one to the next. */
const GAP = 5;
/** The database knows no places behind this one. */
const LAST_PLACE = 16_383;
const MAX_PLACES = 20;

/** Words as they are compared with a whole title. */
export function wholeText(words: readonly string[]): string {
  return `=${words.map(stemWord).join(' ')}`;
}

/** What is not read as a word: numbers without a unit, yes and no. */
const isValue = (text: string) => !/^(?:[\d\s.,+-]*|true|false)$/.test(text);

/** Values of options and attributes, up to as many as are searched. */
function searchedTexts({ optionValues, attributes }: SearchDocument): string[] {
  const values = attributes.flatMap((attribute) => attribute.values.filter(isValue));
  return [...optionValues, ...values].slice(0, MAX_SEARCHED_VALUES);
}

/** The codes under which a document is found, beside its words. */
export function documentCodes({ codes, attributes, optionValues }: SearchDocument): string[] {
  const values =
    optionValues.length + attributes.reduce((sum, attribute) => sum + attribute.values.length, 0);
  const keys = codes
    .slice(0, Math.max(MAX_SEARCHED_VALUES - values, 0))
    .flatMap((code) => codeKey(code) ?? []);
  return [...new Set(keys)].map(codeLexeme);
}

/** The words under which a document is found with their places, as written and stemmed, and its measures. */
export function documentWords(document: SearchDocument): Map<string, WordPlace[]> {
  const found = new Map<string, WordPlace[]>();
  const put = (word: string, place: WordPlace) => {
    const places = found.get(word);
    if (!places) {
      if (found.size < MAX_WORDS) found.set(word, [place]);
    } else if (places.length < MAX_PLACES) places.push(place);
  };
  const write = (word: string, place: WordPlace) => {
    put(word, place);
    const stem = stemWord(word);
    if (stem !== word) put(stem, place);
  };
  let at = 0;
  const add = (weightOf: (word: string, n: number) => WordWeight, text: string | null) => {
    if (!text) return;
    foldedWords(text).forEach((word, n) =>
      write(word, { place: Math.min((at += 1), LAST_PLACE - 1), weight: weightOf(word, n) }),
    );
    for (const { lexeme } of measuresIn(text)) put(lexeme, { place: at, weight: weightOf('', -1) });
    at += GAP;
  };
  const { title, brandName, subtitle, slug, description } = document;
  const heads = new Set(namesInTitle(title).flatMap((name) => foldedWords(name).at(-1) ?? []));
  add((word) => (heads.has(word) ? 'A' : 'B'), title);
  for (const text of [brandName, subtitle, ...document.categoryNames, ...document.tagNames])
    add(() => 'C', text);
  addOnce(slug, 'C');
  for (const value of searchedTexts(document)) addOnce(value, 'C');
  for (const value of document.optionValues) {
    const size = sizeOf(value);
    if (size && !found.has(size)) put(size, { place: LAST_PLACE, weight: 'C' });
  }
  addOnce(description && textOfHtml(description.slice(0, MAX_TEXT)), 'D');
  for (const text of document.customTexts ?? []) addOnce(text, 'D');
  return found;

  /** Words that are new here, at one place. */
  function addOnce(text: string | null, weight: WordWeight): void {
    if (!text) return;
    for (const word of foldedWords(text)) if (!found.has(word)) write(word, { place: LAST_PLACE, weight });
    if (text !== slug)
      for (const { lexeme } of measuresIn(text))
        if (!found.has(lexeme)) put(lexeme, { place: LAST_PLACE, weight });
  }
}

/** The whole title and the things that it names, each as one word. */
export function titleLexemes(title: string): string[] {
  const texts = [foldedWords(title), ...namesInTitle(title).map(foldedWords)];
  return [...new Set(texts.filter(({ length }) => length > 0).map(wholeText))];
}
