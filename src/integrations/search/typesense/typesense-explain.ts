import { foldedWords } from '#domain/search/fold-text.js';
import type { EngineExplanation, ExplainedWord, WordPlaceName } from '#domain/search/search-explanation.js';

/** What the server marks in a hit. */
export interface Highlight {
  field: string;
  /** Of a field with several values, a list for each of them. */
  matched_tokens?: (string | string[])[];
}

const placeOf = (field: string): WordPlaceName =>
  field === 'title' ? 'title' : field === 'descriptionText' ? 'description' : 'names';

/** The words of a text as a hit has them, from what the server has marked. */
export function explainHit(q: string, highlights: readonly Highlight[]): ExplainedWord[] {
  return foldedWords(q).map((word) => {
    let best: ExplainedWord['match'] = null;
    for (const { field, matched_tokens = [] } of highlights)
      for (const token of matched_tokens.flat().flatMap(foldedWords)) {
        const place = placeOf(field);
        if (token === word) return { text: word, match: { by: 'exact', in: place } };
        if (token.startsWith(word)) best = { by: 'prefix', in: place };
        else if (token[0] === word[0]) best ??= { by: 'typo', in: place };
      }
    return { text: word, match: best };
  });
}

/** Of a product that the server does not find. */
export function explainMissing(q: string, isListed: boolean): EngineExplanation {
  const words = foldedWords(q).map((text): ExplainedWord => ({ text, match: null }));
  return { isListed, matches: false, words, byCode: false, step: null, bonuses: [] };
}
