import { foldedWords } from '#domain/search/fold-text.js';
import { codeKey, MIN_CODE_PREFIX } from '#domain/search/product-codes.js';
import { MAX_INT32 } from '#domain/search/search-document.js';
import {
  effectiveSort,
  MAX_COUNTED_VALUES,
  type SearchFilters,
  type SearchQuery,
} from '#domain/search/search-query.js';

/** A filter with the group of facets that is counted without it when facets are disjunctive. */
export interface TypesenseFilter {
  group: string | null;
  text: string;
}

const PUBLISHED = 'status:=active && visibility:=public && publishedAtTs:>0';
/** Matches no document: a list without values, or one whose values the filter language cannot say. */
const NOTHING = 'publishedAtTs:<0';

/** Values between backticks are taken literally; a backtick itself cannot be said, and no value of ours has one. */
function anyOf(field: string, values: readonly string[]): string {
  const sayable = values.filter((value) => value !== '' && !/[`\n\r]/.test(value));
  return sayable.length === 0 ? NOTHING : `${field}:=[${sayable.map((value) => `\`${value}\``).join(',')}]`;
}

/** Codes are lower-case words joined by hyphens; anything else is no attribute. */
const isCode = (code: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(code);
const int32 = (value: number) => Math.min(Math.max(Math.trunc(value), 0), MAX_INT32);

/** @param hasField whether any document has the field: the server refuses others */
export function typesenseFilters(
  filters: SearchFilters,
  hasField: (field: string) => boolean,
): TypesenseFilter[] {
  const found: TypesenseFilter[] = [];
  const add = (group: string | null, text: string) => found.push({ group, text });
  const { brandSlugs, categorySlugs, tagSlugs, ingredientSlugs, vendors, skus, attributes = {} } = filters;
  if (brandSlugs) add('brand', anyOf('brandSlug', brandSlugs));
  if (categorySlugs) add('category', anyOf('categorySlugs', categorySlugs));
  if (tagSlugs) add(null, anyOf('tagSlugs', tagSlugs));
  if (ingredientSlugs) add('ingredient', anyOf('ingredientSlugs', ingredientSlugs));
  if (vendors) add(null, `(${anyOf('vendorSlug', vendors)} || ${anyOf('vendorId', vendors)})`);
  if (skus) add(null, anyOf('skus', skus));
  for (const [code, values] of Object.entries(attributes))
    add(
      `attribute:${code}`,
      isCode(code) && hasField(`attr_${code}`) ? anyOf(`attr_${code}`, values) : NOTHING,
    );
  const { minPrice, maxPrice, minRating, maxRating, inStock, hasActiveSpecial } = filters;
  if (minPrice !== undefined || maxPrice !== undefined) {
    const [from, to] = [int32(minPrice ?? 0), int32(maxPrice ?? MAX_INT32)];
    add('price', `priceMin:>=0 && priceMin:<=${to} && priceMax:>=${from}`);
  }
  if (minRating !== undefined) add('rating', `ratingAverage:>=${minRating}`);
  if (maxRating !== undefined) add('rating', `ratingAverage:<=${maxRating}`);
  if (inStock !== undefined) add(null, `inStock:=${inStock}`);
  if (hasActiveSpecial) add(null, 'hasActiveSpecial:=true');
  return found;
}

export function filterText(filters: readonly TypesenseFilter[], without?: string): string {
  const texts = filters
    .filter(({ group }) => without === undefined || group !== without)
    .map(({ text }) => text);
  return [PUBLISHED, ...texts].join(' && ');
}

/** Three keys at most: stock and whether there is a price are one, so that the id decides what is equal. */
const sorts: Record<ReturnType<typeof effectiveSort>, string> = {
  relevance: '_text_match:desc,stockPopularity:desc',
  'price-asc':
    '_eval([(inStock:=true && priceMin:>=0):4,(inStock:=true):3,(priceMin:>=0):2]):desc,priceMin:asc',
  'price-desc':
    '_eval([(inStock:=true && priceMin:>=0):4,(inStock:=true):3,(priceMin:>=0):2]):desc,priceMin:desc',
  new: 'publishedAtTs:desc',
  'inventory-high': 'totalInventory:desc',
  'inventory-low': 'inStock:desc,totalInventory:asc',
  'rating-desc': 'ratingAverage:desc,ratingCount:desc',
  popular: 'popularity:desc,ratingCount:desc',
  'rating-asc': 'ratingAverage:asc,ratingCount:desc',
};

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

const RATINGS = 'ratingAverage(r5:[5,6],r4:[4,5],r3:[3,4],r2:[2,3],r1:[1,2])';

export function facetFields({ facets }: SearchQuery, hasField: (field: string) => boolean): string[] {
  if (!facets) return [];
  return [
    ...[
      'brandFacet',
      ...facets.attributes
        .filter(isCode)
        .map((code) => `attr_${code}`)
        .filter(hasField),
      RATINGS,
    ],
    ...(facets.categories ? ['categoryFacet'] : []),
    ...(facets.ingredients ? ['ingredientFacet'] : []),
    ...(facets.price ? ['facetPriceMin', 'facetPriceMax'] : []),
  ];
}

/** The group of each facet field, as filters name it. */
export function groupOf(field: string): string {
  if (field.startsWith('attr_')) return `attribute:${field.slice('attr_'.length)}`;
  if (field.startsWith('rating')) return 'rating';
  return { brandFacet: 'brand', categoryFacet: 'category', ingredientFacet: 'ingredient' }[field] ?? 'price';
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
    sort_by: `${sorts[effectiveSort(query.sortBy)]},idKey:asc`,
    page: perPage === 0 ? 1 : query.page,
    per_page: perPage ?? query.limit,
    ...(fields.length > 0 && { facet_by: fields.join(','), max_facet_values: MAX_COUNTED_VALUES }),
  };
}
