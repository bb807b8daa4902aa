import { productOfDocument } from './product-response.js';
import type { SearchDocument } from './search-document.js';

interface ProductText {
  text: string;
  /** Unix milliseconds between which no price changes by time alone; the latter is not included. */
  from: number;
  until: number;
}

const texts = new WeakMap<SearchDocument, ProductText>();

/** What buyers see of a document as JSON. It is kept with the document until a special price begins or ends. */
export function productTextOf(document: SearchDocument, now: Date): string {
  const at = now.getTime();
  const known = texts.get(document);
  if (known && known.from <= at && at < known.until) return known.text;
  const text = JSON.stringify(productOfDocument(document, now));
  texts.set(document, { text, ...unchangedAround(document, at) });
  return text;
}

function unchangedAround({ variants }: SearchDocument, at: number): { from: number; until: number } {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { specialPrice, specialPriceStartDate, specialPriceEndDate } of variants) {
    if (specialPrice === null) continue;
    for (const date of [specialPriceStartDate, specialPriceEndDate]) {
      const boundary = date === null ? Number.NaN : Date.parse(date);
      if (boundary <= at) from = Math.max(from, boundary);
      if (boundary > at) until = Math.min(until, boundary);
    }
  }
  return { from, until };
}
