import { textOfHtml } from '#domain/search/fold-text.js';
import { codeKey } from '#domain/search/product-codes.js';
import { MAX_POPULARITY } from '#domain/search/popularity.js';
import { MAX_SEARCHED_VALUES } from '#domain/search/searched-values.js';
import { filterKey } from './filter-key.js';
import { MAX_INT32, type SearchAttribute, type SearchDocument } from '#domain/search/search-document.js';

/** A document as the server stores it. */
export type StoredDocument = Record<string, unknown>;

const MAX_RATING = 5;
/** With ten steps of popularity it fits into an int32. */
const RATING_COUNTS = 100_000_000;
const int32 = (value: number) => Math.min(value, MAX_INT32);
const facetText = (id: string, slug: string, name: string) => JSON.stringify([id, slug, name]);
const facetTexts = (ids: string[], slugs: string[], names: string[]) =>
  slugs.map((slug, n) => facetText(ids[n] ?? '', slug, names[n] ?? ''));

/** The value of an attribute as its facet counts it: the server takes texts that differ in case and signs for equal. */
const valueFacet = (code: string, value: string) =>
  JSON.stringify([filterKey(`attribute:${code}`, value), value]);

/** What filters find the document by. */
function filterKeys(document: SearchDocument): string[] {
  const { brandSlug, categorySlugs, tagSlugs, ingredientSlugs, vendorSlug, vendorId, skus, attributes } =
    document;
  return [
    ...new Set([
      ...(brandSlug === null ? [] : [filterKey('brand', brandSlug)]),
      ...categorySlugs.map((slug) => filterKey('category', slug)),
      ...tagSlugs.map((slug) => filterKey('tag', slug)),
      ...ingredientSlugs.map((slug) => filterKey('ingredient', slug)),
      ...[vendorSlug, vendorId].map((vendor) => filterKey('vendor', vendor)),
      ...skus.map((sku) => filterKey('sku', sku)),
      ...attributes.flatMap(({ code, values }) =>
        values.map((value) => filterKey(`attribute:${code}`, value)),
      ),
    ]),
  ];
}

/** In stock before out of stock, then what has a price: one key, for the server sorts by three at most. */
const priceOrder = ({ inStock, priceMin }: SearchDocument) => (inStock ? 2 : 0) + (priceMin >= 0 ? 1 : 0);

/** Popularity, then ratings, in one number. */
const popularOrder = ({ popularity, ratingCount }: SearchDocument) =>
  popularity * RATING_COUNTS + Math.min(ratingCount, RATING_COUNTS - 1);

/**
 * What decides among equally good matches, in one number below 2^53: stock, popularity, ratings up to 16,383, and the second
 * of the publication.
 */
function tieOrder({ inStock, popularity, ratingCount, publishedAtTs }: SearchDocument): number {
  const ratings = Math.min(ratingCount, 2 ** 14 - 1);
  const second = Math.min(Math.max(Math.floor(publishedAtTs / 1_000), 0), 2 ** 34 - 1);
  return (((inStock ? 16 : 0) + popularity) * 2 ** 14 + ratings) * 2 ** 34 + second;
}

/** The steps of the ratings facet that count the document: 4.5 is "1 and up" to "4 and up". */
const ratingSteps = (average: number) =>
  Array.from({ length: Math.min(Math.floor(average), MAX_RATING) }, (_, n) => n + 1);

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
    filterKeys: filterKeys(document),
    priceOrder: priceOrder(document),
    ratingSteps: ratingSteps(document.ratingAverage),
    popularOrder: popularOrder(document),
    stockPopularity: (document.inStock ? MAX_POPULARITY + 1 : 0) + document.popularity,
    tieOrder: tieOrder(document),
    attributeTexts: attributes.flatMap(({ values }) => values).slice(0, MAX_SEARCHED_VALUES),
    codeTexts: document.codes.flatMap((code) => [code, codeKey(code) ?? code]),
    descriptionText: foundText(document),
    brandFacet: brandId && brandSlug && brandName ? facetText(brandId, brandSlug, brandName) : undefined,
    categoryFacet: facetTexts(document.categoryIds, document.categorySlugs, document.categoryNames),
    ingredientFacet: facetTexts(document.ingredientIds, document.ingredientSlugs, document.ingredientNames),
    vendorFacet: facetText(document.vendorId, document.vendorSlug, ''),
    priceMin: int32(priceMin),
    priceMax: int32(priceMax),
    ...(priceMin >= 0 && { facetPriceMin: int32(priceMin), facetPriceMax: int32(priceMax) }),
    totalInventory: int32(document.totalInventory),
  };
  for (const { code, values, ids } of attributes) {
    fields[`attr_${code}`] = values;
    fields[`attr_${code}_ids`] = ids;
    fields[`facet_${code}`] = values.map((value) => valueFacet(code, value));
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
  /^(idKey|filterKeys|priceOrder|ratingSteps|facet_.*|popularOrder|stockPopularity|tieOrder|attributeTexts|codeTexts|descriptionText|brandFacet|categoryFacet|ingredientFacet|vendorFacet|facetPriceMin|facetPriceMax)$/;

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
