import { foldedWords } from '#domain/search/fold-text.js';
import { codeKey, MIN_CODE_PREFIX } from '#domain/search/product-codes.js';
import { MAX_INT32 } from '#domain/search/search-document.js';
import {
  effectiveSort,
  MAX_COUNTED_VALUES,
  type SearchFilters,
  type SearchQuery,
} from '#domain/search/search-query.js';
import { filterKey, type FilterKind } from './filter-key.js';
import { pageAround } from './page-around.js';

/** A filter with the group of facets that is counted without it when facets are disjunctive. */
export interface TypesenseFilter {
  group: string | null;
  text: string;
}

const PUBLISHED = 'status:=active && visibility:=public && publishedAtTs:>0';
/** Public products, and private ones that the buyer sees. */
const publishedWith = (ids: readonly string[]) =>
  `status:=active && publishedAtTs:>0 && (visibility:=public || idKey:=[${ids.map(quoted).join(',')}])`;
/** Matches no document: a list without values. */
const NOTHING = 'publishedAtTs:<0';

function anyOf(kind: FilterKind, values: readonly string[]): string {
  if (values.length === 0) return NOTHING;
  return `filterKeys:=[${values.map((value) => filterKey(kind, value)).join(',')}]`;
}

/** Codes are lower-case words joined by hyphens; anything else is no attribute. */
const isCode = (code: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(code);
const quoted = (id: string) => `\`${id}\``;
const int32 = (value: number) => Math.min(Math.max(Math.trunc(value), 0), MAX_INT32);

export function typesenseFilters(filters: SearchFilters): TypesenseFilter[] {
  const found: TypesenseFilter[] = [];
  const add = (group: string | null, text: string) => found.push({ group, text });
  const { brandSlugs, categorySlugs, tagSlugs, ingredientSlugs, vendors, skus, attributes = {} } = filters;
  if (brandSlugs) add('brand', anyOf('brand', brandSlugs));
  if (categorySlugs) add('category', anyOf('category', categorySlugs));
  if (tagSlugs) add(null, anyOf('tag', tagSlugs));
  if (ingredientSlugs) add('ingredient', anyOf('ingredient', ingredientSlugs));
  if (vendors) add('vendor', anyOf('vendor', vendors));
  if (skus) add(null, anyOf('sku', skus));
  for (const [code, values] of Object.entries(attributes))
    add(`attribute:${code}`, anyOf(`attribute:${code}`, values));
  const { minPrice, maxPrice, minRating, maxRating, inStock, hasActiveSpecial } = filters;
  if (minPrice !== undefined || maxPrice !== undefined) {
    const [from, to] = [int32(minPrice ?? 0), int32(maxPrice ?? MAX_INT32)];
    add('price', `priceMin:>=0 && priceMin:<=${to} && priceMax:>=${from}`);
  }
  if (minRating !== undefined) add('rating', `ratingAverage:>=${minRating}`);
  if (maxRating !== undefined) add('rating', `ratingAverage:<=${maxRating}`);
  if (inStock !== undefined) add(null, `inStock:=${inStock}`);
  if (hasActiveSpecial) add(null, 'hasActiveSpecial:=true');
  const { ids, exceptIds = [] } = filters;
  if (ids) add(null, ids.length > 0 ? `idKey:=[${ids.map(quoted).join(',')}]` : NOTHING);
  if (exceptIds.length > 0) add(null, `idKey:!=[${exceptIds.map(quoted).join(',')}]`);
  return found;
}

export function filterText(
  filters: readonly TypesenseFilter[],
  { without, alsoIds = [] }: { without?: string; alsoIds?: readonly string[] | undefined } = {},
): string {
  const texts = filters
    .filter(({ group }) => without === undefined || group !== without)
    .map(({ text }) => text);
  return [alsoIds.length > 0 ? publishedWith(alsoIds) : PUBLISHED, ...texts].join(' && ');
}

/** Three keys at most: stock and whether there is a price are one, so that the id decides what is equal. */
const sorts: Record<ReturnType<typeof effectiveSort>, string> = {
  relevance: '_text_match:desc,tieOrder:desc',
  'price-asc': 'priceOrder:desc,priceMin:asc',
  'price-desc': 'priceOrder:desc,priceMin:desc',
  new: 'publishedAtTs:desc',
  'inventory-high': 'totalInventory:desc',
  'inventory-low': 'inStock:desc,totalInventory:asc',
  'rating-desc': 'ratingAverage:desc,ratingCount:desc',
  popular: 'popularOrder:desc,publishedAtTs:desc',
  'rating-asc': 'ratingAverage:asc,ratingCount:desc',
};

function sortOf({ q, sortBy }: SearchQuery): string {
  const isBrowse = effectiveSort(sortBy) === 'relevance' && foldedWords(q).length === 0;
  return isBrowse ? 'stockPopularity:desc' : sorts[effectiveSort(sortBy)];
}

/** Words only: `-` and quotes are operators of the server, and plain text here. */
export function textParameters(q: string) {
  const words = foldedWords(q);
  return {
    q: words.length === 0 ? '*' : words.join(' '),
    query_by:
      'title,codeTexts,brandName,subtitle,slug,categoryNames,tagNames,optionValues,attributeTexts,descriptionText',
    query_by_weights: '8,8,5,3,3,3,3,3,3,1',
    // A code has no typos, and is not meant by a few of its characters.
    num_typos: '2,0,2,2,2,2,2,2,2,2',
    prefix: `true,${(codeKey(q) ?? '').length >= MIN_CODE_PREFIX},true,true,true,true,true,true,true,true`,
    // All words have to match; typos are for words that nothing has.
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 1,
    min_len_1typo: 4,
    min_len_2typo: 8,
    split_join_tokens: 'off',
  };
}

/** @param hasField whether any document has the field: the server refuses others */
export function facetFields({ facets }: SearchQuery, hasField: (field: string) => boolean): string[] {
  if (!facets) return [];
  return [
    'brandFacet',
    ...facets.attributes
      .filter(isCode)
      .map((code) => `facet_${code}`)
      .filter(hasField),
    'ratingSteps',
    ...(facets.categories ? ['categoryFacet'] : []),
    ...(facets.ingredients ? ['ingredientFacet'] : []),
    ...(facets.vendors ? ['vendorFacet'] : []),
    ...(facets.price ? ['facetPriceMin', 'facetPriceMax'] : []),
  ];
}

const entryGroups: Readonly<Record<string, string>> = {
  brandFacet: 'brand',
  categoryFacet: 'category',
  ingredientFacet: 'ingredient',
  vendorFacet: 'vendor',
};

/** The group of each facet field, as filters name it. */
export function groupOf(field: string): string {
  if (field.startsWith('facet_')) return `attribute:${field.slice('facet_'.length)}`;
  if (field.startsWith('rating')) return 'rating';
  return entryGroups[field] ?? 'price';
}

function pageOf({ page, limit, offset }: SearchQuery, perPage?: number) {
  if (perPage !== undefined) return { page: perPage === 0 ? 1 : page, per_page: perPage };
  if (offset === undefined) return { page, per_page: limit };
  const around = pageAround(offset, limit);
  return { page: around.page, per_page: around.perPage };
}

/** The parameters of a search; `fields` are the facets that it counts. */
export function searchParameters(
  query: SearchQuery,
  {
    collection,
    filter,
    fields,
    perPage,
  }: { collection: string; filter: string; fields: readonly string[]; perPage?: number },
) {
  return {
    collection,
    ...textParameters(query.q),
    filter_by: filter,
    sort_by: `${sortOf(query)},idKey:asc`,
    ...pageOf(query, perPage),
    ...(fields.length > 0 && { facet_by: fields.join(','), max_facet_values: MAX_COUNTED_VALUES }),
  };
}
