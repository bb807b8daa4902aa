import type { SearchAttribute } from '#domain/search/search-document.js';
import type { DeclaredField } from './declared-fields.js';

/** Longer values are not counted: nobody chooses one of them in a list. */
const MAX_FACET_VALUE = 200;

/** As searches name a field among attributes: `custom-field-care-label` for `careLabel`. */
export const facetCodeOf = (key: string): string =>
  `custom-field-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The values of a field one by one, as texts; objects have none. */
function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : [],
  );
}

/** What the index knows of a product by its custom fields: values that are counted, and texts that are found. */
export function searchedFields(
  declared: readonly DeclaredField[],
  values: Readonly<Record<string, unknown>>,
): { attributes: SearchAttribute[]; texts: string[] } {
  const of = (search: DeclaredField['search']) =>
    declared
      .filter((field) => field.search === search)
      .map(({ key }) => ({ key, texts: textsOf(values[key]).filter((text) => text !== '') }))
      .filter(({ texts }) => texts.length > 0);
  return {
    attributes: of('facet').flatMap(({ key, texts }) => {
      const counted = [...new Set(texts)].filter((text) => text.length <= MAX_FACET_VALUE);
      return counted.length > 0 ? [{ code: facetCodeOf(key), values: counted.sort(), ids: [] }] : [];
    }),
    texts: of('text').flatMap(({ texts }) => texts),
  };
}
