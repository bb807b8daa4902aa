import { foldedWords, textOfHtml } from './fold-text.js';
import type { SearchDocument } from './search-document.js';
import { stemWord } from './word-stem.js';

/** Where a word stands decides what it is worth: title, brand, headings, text. */
export type WordWeight = 'A' | 'B' | 'C' | 'D';

/** A document is not found by more words than these; the rest of a very long description is left out. */
const MAX_WORDS = 5_000;
/** Far more text than the words above. */
const MAX_TEXT = 100_000;

/** The words under which a document is found, each with its best place, and both as written and stemmed. */
export function documentWords(document: SearchDocument): Map<string, WordWeight> {
  const found = new Map<string, WordWeight>();
  const add = (weight: WordWeight, ...texts: (string | null)[]) => {
    for (const text of texts) {
      if (!text) continue;
      for (const word of foldedWords(text)) {
        if (found.size >= MAX_WORDS) return;
        if (!found.has(word)) found.set(word, weight);
        const stem = stemWord(word);
        if (!found.has(stem)) found.set(stem, weight);
      }
    }
  };
  const { title, brandName, subtitle, slug, description } = document;
  add('A', title);
  add('B', brandName);
  add('C', subtitle, slug, ...document.categoryNames, ...document.tagNames);
  add('D', description && textOfHtml(description.slice(0, MAX_TEXT)));
  add('D', ...(document.customTexts ?? []));
  return found;
}
