import type { CollectionCreateSchema, CollectionFieldSchema } from 'typesense';

const facet = { facet: true } as const;
const optional = { optional: true } as const;

/**
 * The collection of a version. Fields that are only shown (variants, pictures, the description as it was written) are
 * stored without being declared. `…Facet` fields carry what a facet shows: id, slug and name as one JSON text.
 */
export function collectionSchema(name: string): CollectionCreateSchema {
  return {
    name,
    token_separators: ['-', '/', '&', '+'],
    fields: [
      { name: 'idKey', type: 'string', sort: true },
      { name: 'title', type: 'string', sort: true, stem: true },
      { name: 'slug', type: 'string' },
      { name: 'subtitle', type: 'string', stem: true, ...optional },
      { name: 'descriptionText', type: 'string', stem: true, ...optional },
      { name: 'status', type: 'string' },
      { name: 'visibility', type: 'string' },
      ...['publishedAtTs', 'createdAtTs', 'updatedAtTs', 'indexedAtTs'].map(
        (field): CollectionFieldSchema => ({
          name: field,
          type: 'int64',
        }),
      ),
      { name: 'vendorId', type: 'string' },
      { name: 'vendorSlug', type: 'string' },
      ...['brandId', 'brandSlug'].map((field): CollectionFieldSchema => ({
        name: field,
        type: 'string',
        ...optional,
      })),
      ...['brandName', 'brandFacet'].map((field): CollectionFieldSchema => ({
        name: field,
        type: 'string',
        ...facet,
        ...optional,
      })),
      ...['category', 'tag', 'ingredient'].flatMap((kind): CollectionFieldSchema[] => [
        { name: `${kind}Ids`, type: 'string[]' },
        { name: `${kind}Slugs`, type: 'string[]' },
        { name: `${kind}Names`, type: 'string[]', stem: true },
      ]),
      { name: 'categoryFacet', type: 'string[]', ...facet },
      { name: 'ingredientFacet', type: 'string[]', ...facet },
      { name: 'vendorFacet', type: 'string', ...facet },
      { name: 'primaryCategoryId', type: 'string', ...optional },
      { name: 'skus', type: 'string[]' },
      { name: 'optionValues', type: 'string[]', stem: true, ...optional },
      { name: 'attributeTexts', type: 'string[]', stem: true, ...optional },
      // As written, and as letters and digits alone.
      { name: 'codeTexts', type: 'string[]', ...optional },
      { name: 'attr_.*', type: 'string[]', ...optional },
      // Hashes of what filters compare.
      { name: 'filterKeys', type: 'string[]' },
      // The same values, each behind its hash.
      { name: 'facet_.*', type: 'string[]', ...facet, ...optional },
      { name: 'ratingSteps', type: 'int32[]', ...facet },
      { name: 'priceOrder', type: 'int32', sort: true },
      { name: 'priceMin', type: 'int32', sort: true },
      { name: 'priceMax', type: 'int32', sort: true },
      // Left out without a price: the smallest of them is that of a price.
      { name: 'facetPriceMin', type: 'int32', ...facet, ...optional },
      { name: 'facetPriceMax', type: 'int32', ...facet, ...optional },
      { name: 'inStock', type: 'bool', sort: true },
      { name: 'hasActiveSpecial', type: 'bool' },
      { name: 'totalInventory', type: 'int32', sort: true },
      { name: 'ratingAverage', type: 'float', sort: true },
      { name: 'ratingCount', type: 'int32', sort: true },
      { name: 'popularity', type: 'int32', sort: true },
      { name: 'popularOrder', type: 'int32', sort: true },
      // Without a text nothing but stock and popularity decides.
      { name: 'stockPopularity', type: 'int32', sort: true },
      { name: 'tieOrder', type: 'int64', sort: true },
    ],
  };
}
