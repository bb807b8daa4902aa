import { textOfHtml } from '#domain/search/fold-text.js';
import { codeKey } from '#domain/search/product-codes.js';
import { MAX_POPULARITY } from '#domain/search/popularity.js';
import { MAX_SEARCHED_VALUES } from '#domain/search/searched-values.js';
import { MAX_INT32, type SearchAttribute, type SearchDocument } from '#domain/search/search-document.js';

/** A document as the server stores it. */
export type StoredDocument = Record<string, unknown>;

const int32 = (value: number) => Math.min(value, MAX_INT32);
const facetText = (id: string, slug: string, name: string) => JSON.stringify([id, slug, name]);
const facetTexts = (ids: string[], slugs: string[], names: string[]) =>
  slugs.map((slug, n) => facetText(ids[n] ?? '', slug, names[n] ?? ''));

/** Text with the lowest weight: the description and the texts of custom fields. */
function foundText({ description, customTexts = [] }: SearchDocument): string | undefined {
  const texts = [...(description === null ? [] : [textOfHtml(description)]), ...customTexts];
  return texts.length > 0 ? texts.join(' ') : undefined;
}

/** With the documented names: `attr_<code>` and `attr_<code>_ids` for each attribute. Null is left out. */
export function storedDocument(document: SearchDocument): StoredDocument {
  const { attributes, brandId, brandSlug, brandName, priceMin, priceMax } = document;
  const fields: StoredDocument = {
    ...document,
    attributes: undefined,
    idKey: document.id,
    stockPopularity: (document.inStock ? MAX_POPULARITY + 1 : 0) + document.popularity,
    attributeTexts: attributes.flatMap(({ values }) => values).slice(0, MAX_SEARCHED_VALUES),
    codeTexts: document.codes.flatMap((code) => [code, codeKey(code) ?? code]),
    descriptionText: foundText(document),
    brandFacet: brandId && brandSlug && brandName ? facetText(brandId, brandSlug, brandName) : undefined,
    categoryFacet: facetTexts(document.categoryIds, document.categorySlugs, document.categoryNames),
    ingredientFacet: facetTexts(document.ingredientIds, document.ingredientSlugs, document.ingredientNames),
    priceMin: int32(priceMin),
    priceMax: int32(priceMax),
    ...(priceMin >= 0 && { facetPriceMin: int32(priceMin), facetPriceMax: int32(priceMax) }),
    totalInventory: int32(document.totalInventory),
  };
  for (const { code, values, ids } of attributes) {
    fields[`attr_${code}`] = values;
    fields[`attr_${code}_ids`] = ids;
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

const nullable = [
  'subtitle',
  'description',
  'thumbnail',
  'brandId',
  'brandSlug',
  'brandName',
  'primaryCategoryId',
];
const internal =
  /^(idKey|stockPopularity|attributeTexts|codeTexts|descriptionText|brandFacet|categoryFacet|ingredientFacet|facetPriceMin|facetPriceMax)$/;

/** The document as it was before it was stored. */
export function documentOfStored(stored: StoredDocument): SearchDocument {
  const attributes: SearchAttribute[] = [];
  const fields: Record<string, unknown> = Object.fromEntries(nullable.map((name) => [name, null]));
  for (const [name, value] of Object.entries(stored)) {
    if (internal.test(name)) continue;
    if (!name.startsWith('attr_')) fields[name] = value;
    else if (!name.endsWith('_ids')) {
      const ids = (stored[`${name}_ids`] as string[] | undefined) ?? [];
      attributes.push({ code: name.slice('attr_'.length), values: value as string[], ids });
    }
  }
  return { ...fields, attributes } as unknown as SearchDocument;
}
