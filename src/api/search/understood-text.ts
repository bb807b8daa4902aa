import { foldedWords } from '#domain/search/fold-text.js';
import { pricePhraseIn } from '#domain/search/price-phrase.js';
import type { SearchFilters } from '#domain/search/search-query.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';

/** What a text was taken for beside its words. */
export interface Understood {
  /** The part of the text that is a price. */
  text: string;
  /** Subunits, inclusive. */
  minPrice?: number;
  maxPrice?: number;
}

export interface UnderstoodText {
  q: string;
  bounds: Bounds;
  understood?: Understood;
}

type Bounds = Pick<SearchFilters, 'minPrice' | 'maxPrice'>;

/**
 * Takes the price out of a text such as "diya under 500", unless a title has these words: then they are words. The price
 * narrows the range that is asked for already.
 */
export async function understandText(
  engine: Pick<SearchEngine, 'hasTitlePhrase'>,
  q: string,
  bounds: Bounds,
): Promise<UnderstoodText> {
  const found = pricePhraseIn(q);
  if (!found || (await engine.hasTitlePhrase(foldedWords(found.phrase)))) return { q, bounds };
  const { text, phrase, minPrice, maxPrice } = found;
  const lower = [bounds.minPrice, minPrice].filter((price) => price !== undefined);
  const upper = [bounds.maxPrice, maxPrice].filter((price) => price !== undefined);
  return {
    q: text,
    bounds: {
      minPrice: lower.length > 0 ? Math.max(...lower) : undefined,
      maxPrice: upper.length > 0 ? Math.min(...upper) : undefined,
    },
    understood: {
      text: phrase,
      ...(minPrice !== undefined && { minPrice }),
      ...(maxPrice !== undefined && { maxPrice }),
    },
  };
}
