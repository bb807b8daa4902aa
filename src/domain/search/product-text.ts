import { productOfDocument, type ProductSearchProduct } from './product-response.js';
import type { SearchDocument } from './search-document.js';
import { chooseVariants, type ShownVariants, type VariantConditions } from './shown-variants.js';

interface ProductText {
  text: string;
  /** Unix milliseconds between which no price changes by time alone; the latter is not included. */
  from: number;
  until: number;
}

const texts = {
  all: new WeakMap<SearchDocument, ProductText>(),
  none: new WeakMap<SearchDocument, ProductText>(),
};

/** Which variants products are shown with. */
export interface VariantChoice {
  shown: ShownVariants;
  conditions: VariantConditions;
}

/** What buyers see of a document, with the variants that are wanted. */
export function productShown(
  document: SearchDocument,
  now: Date,
  choice: VariantChoice,
): ProductSearchProduct {
  const product = productOfDocument(document, now);
  if (choice.shown === 'none') product.variants = [];
  else if (choice.shown === 'matching')
    product.variants = chooseVariants(document, product.variants, choice.conditions);
  return product;
}

/**
 * The same as JSON. With all variants and with none it is kept with the document until a special price begins or ends.
 */
export function productTextOf(document: SearchDocument, now: Date, choice: VariantChoice): string {
  if (choice.shown === 'matching') return JSON.stringify(productShown(document, now, choice));
  const at = now.getTime();
  const kept = texts[choice.shown];
  const known = kept.get(document);
  if (known && known.from <= at && at < known.until) return known.text;
  const text = JSON.stringify(productShown(document, now, choice));
  kept.set(document, { text, ...unchangedAround(document, at) });
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
