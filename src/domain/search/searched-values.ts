import type { SearchDocument, VariantMark } from './search-document.js';

/** Of one product: options, attributes and codes together. */
export const MAX_SEARCHED_VALUES = 4_000;

/** A variant as the database reads it: ids of its option values, and its SKU, EAN, UPC and HSN code. */
export interface ReadVariantMark {
  sellable: boolean;
  options: readonly string[];
  codes: readonly (string | null)[];
}

/** Texts in the order in which they are met, each once, with their places. */
function collected(most: number) {
  const places = new Map<string, number>();
  return {
    texts: () => [...places.keys()],
    /** The place of a text; undefined where there is no room for it. */
    placeOf(text: string): number | undefined {
      if (!places.has(text) && places.size < most) places.set(text, places.size);
      return places.get(text);
    },
  };
}

/** What variants are found by: the values of their options and their codes. */
export function searchedValues(
  read: readonly ReadVariantMark[],
  optionNames: Readonly<Record<string, string>>,
): Pick<SearchDocument, 'optionValues' | 'codes' | 'variantMarks'> {
  const options = collected(MAX_SEARCHED_VALUES);
  const optionPlaces = read.map((mark) =>
    mark.options.flatMap((id) => {
      const name = optionNames[id]?.trim();
      return name ? (options.placeOf(name) ?? []) : [];
    }),
  );
  const codes = collected(MAX_SEARCHED_VALUES - options.texts().length);
  const variantMarks = read.map((mark, n): VariantMark => ({
    sellable: mark.sellable,
    options: optionPlaces[n] ?? [],
    codes: mark.codes.flatMap((code) => (code?.trim() ? (codes.placeOf(code.trim()) ?? []) : [])),
  }));
  return { optionValues: options.texts(), codes: codes.texts(), variantMarks };
}
