import { foldedWords, foldText } from './fold-text.js';

/** What may complete a text, each list the best first. */
export interface SuggestionSources {
  /** What others searched for and found. */
  queries: readonly string[];
  brands: readonly string[];
  categories: readonly string[];
  titles: readonly string[];
}

/** Of all suggestions, the share that each kind may have; titles have what is left. */
const shares = { queries: 0.4, brands: 0.5, categories: 0.2 } as const;

/** Texts without repeats, whatever their case: what others searched for, brands, categories, then titles. */
export function suggestionTexts(sources: SuggestionSources, limit: number): string[] {
  const seen = new Map<string, string>();
  const some = (kind: keyof typeof shares) => sources[kind].slice(0, Math.ceil(limit * shares[kind]));
  for (const text of [...some('queries'), ...some('brands'), ...some('categories'), ...sources.titles]) {
    const key = foldText(text.trim());
    if (!seen.has(key)) seen.set(key, text.trim());
  }
  return [...seen.values()].slice(0, limit);
}

/** Of some names those with a word for each of a text's, the last one perhaps unfinished. */
export function namesBegunBy(q: string, names: readonly string[]): string[] {
  const words = foldedWords(q);
  const last = words.at(-1) ?? '';
  return [...new Set(names)].filter((name) => {
    const own = foldedWords(name);
    return (
      words.length > 0 &&
      words.slice(0, -1).every((word) => own.includes(word)) &&
      own.some((word) => word.startsWith(last))
    );
  });
}
