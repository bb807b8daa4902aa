import { foldedWords } from '#domain/search/fold-text.js';
import { ENOUGH_PRODUCTS, leastWords, wordsIn } from '#domain/search/relaxation.js';
import { isStopWord } from '#domain/search/stop-words.js';

/** Words that are tried: with them all selections fit into one request, which takes fifty searches at most. */
const MAX_WORDS = 6;
export interface RelaxedText {
  /** Of the words that are left. */
  q: string;
  dropped: string[];
  matched: string[];
}

/** The selections of so many words: each alone, and at least half of them. */
function selections(words: number): number[] {
  const masks = Array.from({ length: 2 ** words - 1 }, (_, n) => n + 1);
  return masks.filter((mask) => wordsIn(mask) === 1 || wordsIn(mask) >= Math.ceil(words / 2));
}

/** As many words as some product has, and then fewer until a page is found: at least half of those that any product has, and two of three or more. */
function chooseMask(found: ReadonlyMap<number, number>, words: number): number | undefined {
  const countOf = (mask: number) => found.get(mask) ?? 0;
  const known = Array.from({ length: words }, (_, n) => countOf(2 ** n)).filter((count) => count > 0).length;
  const all = 2 ** words - 1;
  if (countOf(all) > 0) return all;
  const least = leastWords(known, words);
  let chosen: number | undefined;
  for (let kept = words - 1; kept >= least; kept -= 1) {
    if (chosen !== undefined && countOf(chosen) >= ENOUGH_PRODUCTS) break;
    const within = chosen ?? all;
    const [best] = [...found.keys()]
      .filter((mask) => (mask & within) === mask && wordsIn(mask) === kept && countOf(mask) > 0)
      .sort((a, b) => countOf(b) - countOf(a));
    chosen = best ?? chosen;
  }
  return chosen;
}

/**
 * Leaves words out of a text that no product has as a whole, as the index in our own database does: first those that say nothing
 * of a product, then those that the fewest products need. One request more.
 * @param count how many products are found by each of these texts, without filters
 * @returns null where a product has all words, so that filters are what leaves none over, or where too few would be left
 */
export async function relaxText(
  q: string,
  count: (texts: string[]) => Promise<number[]>,
): Promise<RelaxedText | null> {
  const all = foldedWords(q);
  if (all.length < 2) return null;
  const telling = all.filter((word) => !isStopWord(word));
  const words = (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
  const masks = selections(words.length);
  const textOf = (mask: number) => words.filter((_word, n) => (mask & (2 ** n)) !== 0).join(' ');
  const [whole = 0, ...counts] = await count([q, ...masks.map(textOf)]);
  if (whole > 0) return null;
  const mask = chooseMask(new Map(masks.map((item, n) => [item, counts[n] ?? 0])), words.length);
  if (mask === undefined) return null;
  const matched = words.filter((_word, n) => (mask & (2 ** n)) !== 0);
  const left = [...matched];
  const dropped = all.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { q: matched.join(' '), dropped, matched };
}
