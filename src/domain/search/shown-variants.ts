import { foldedWords } from './fold-text.js';
import { codeKey, MIN_CODE_PREFIX } from './product-codes.js';
import type { ProductSearchVariant } from './product-response.js';
import type { SearchDocument } from './search-document.js';
import type { SearchFilters } from './search-query.js';
import { stemWord } from './word-stem.js';

export const shownVariants = ['all', 'matching', 'none'] as const;
/** Which variants a found product is shown with. */
export type ShownVariants = (typeof shownVariants)[number];

/** What a search asks of a variant. */
export type VariantConditions = Pick<
  SearchFilters,
  'minPrice' | 'maxPrice' | 'inStock' | 'hasActiveSpecial' | 'skus'
> & { q: string };

type Passes = (variant: ProductSearchVariant, n: number) => boolean;

function passesFilters(
  { variantMarks }: SearchDocument,
  { minPrice, maxPrice, inStock, hasActiveSpecial, skus }: VariantConditions,
): Passes {
  return ({ sku, currentPrice, specialPriceActive }, n) => {
    if (skus && (sku === null || !skus.includes(sku))) return false;
    if (inStock !== undefined && (variantMarks[n]?.sellable ?? false) !== inStock) return false;
    if (hasActiveSpecial && specialPriceActive === null) return false;
    if (minPrice === undefined && maxPrice === undefined) return true;
    return currentPrice !== null && currentPrice >= (minPrice ?? 0) && currentPrice <= (maxPrice ?? Infinity);
  };
}

/** Variants with the code that a text is, else with the most of the option values that it names; null for all. */
function passesText({ codes, optionValues, variantMarks }: SearchDocument, q: string): Passes | null {
  const key = codeKey(q);
  if (key === null) return null;
  const isCode = codes.map((code) => {
    const known = codeKey(code);
    return known === key || (key.length >= MIN_CODE_PREFIX && known?.startsWith(key) === true);
  });
  if (isCode.includes(true))
    return (_variant, n) => variantMarks[n]?.codes.some((place) => isCode[place]) ?? false;
  const words = new Set(foldedWords(q).map(stemWord));
  const isNamed = optionValues.map((value) => {
    const needed = foldedWords(value).map(stemWord);
    return needed.length > 0 && needed.every((word) => words.has(word));
  });
  const counts = variantMarks.map(({ options }) => options.filter((place) => isNamed[place]).length);
  const most = counts.reduce((max, count) => Math.max(max, count), 0);
  return most === 0 ? null : (_variant, n) => counts[n] === most;
}

/** The variants to show, in their order: all of them where a search fits none. */
export function chooseVariants(
  document: SearchDocument,
  variants: ProductSearchVariant[],
  conditions: VariantConditions,
): ProductSearchVariant[] {
  const filtered = variants.map(passesFilters(document, conditions));
  const byText = passesText(document, conditions.q);
  const passes = byText ? variants.map((variant, n) => filtered[n] === true && byText(variant, n)) : filtered;
  const chosen = variants.filter((_variant, n) => passes[n]);
  return chosen.length > 0 ? chosen : variants;
}
