import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { isStorable } from '#domain/_shared/storable-text.js';
import { idOf, idSchema, instantSchema, moneySchema, textSchema } from '#api/kernel/values.js';
import { searchEventTypes } from '#domain/search/search-event.js';
import { searchSorts } from '#domain/search/search-query.js';
import { shownVariants } from '#domain/search/shown-variants.js';

const nullableText = z.string().nullable();
const money = moneySchema.nullable();

const variantSchema = z
  .object({
    id: idOf('productVariant'),
    sku: nullableText,
    price: money,
    specialPrice: money,
    specialPriceStartDate: instantSchema.nullable(),
    specialPriceEndDate: instantSchema.nullable(),
    inventoryQuantity: z.int().meta({ description: 'On hand minus reserved, at least 0' }),
    minQuantityPerCart: z.int().nullable(),
    maxQuantityPerCart: z.int().nullable(),
    thumbnail: nullableText,
    images: z.array(z.string()),
    originalPrice: money.meta({ description: 'The regular price' }),
    currentPrice: money.meta({ description: 'The special price while it is in effect, else the price' }),
    specialPriceActive: money.meta({ description: 'The special price while it is in effect' }),
  })
  .meta({ id: 'ProductSearchVariant' });

/** What a storefront reports of a search. */
export const searchEventSchema = z
  .object({
    type: z.enum(searchEventTypes),
    q: textSchema(200).meta({ description: 'What the buyer searched for', example: 'brass diya' }),
  })
  .meta({ id: 'SearchEvent' });

export const searchProductSchema = z
  .object({
    id: idOf('product'),
    title: z.string(),
    subtitle: nullableText,
    description: nullableText.meta({
      description: 'HTML, cleaned by an allow-list when its vendor wrote it',
    }),
    slug: z.string(),
    thumbnail: nullableText,
    images: z.array(z.string()),
    priceStart: money.meta({ description: 'Lowest current price' }),
    priceEnd: money.meta({ description: 'Highest current price' }),
    brand: z.object({ id: idOf('brand'), slug: z.string(), name: z.string() }).nullable(),
    inStock: z.boolean(),
    hasActiveSpecial: z.boolean(),
    rating: z.object({ average: z.number(), count: z.int() }),
    variants: z.array(variantSchema),
  })
  .meta({ id: 'ProductSearchProduct' });

const entryFacet = z
  .object({ id: idSchema, slug: z.string(), name: z.string(), productCount: z.int() })
  .meta({ id: 'EntryFacet' });

export const productSearchSchema = z
  .object({
    products: z.array(searchProductSchema),
    brands: z.array(entryFacet).meta({ description: 'By count, then name; at most 100' }),
    attributes: z
      .array(
        z.object({
          code: z.string(),
          title: z.string(),
          values: z.array(z.object({ value: z.string(), productCount: z.int() })),
        }),
      )
      .meta({
        description:
          'By title; at most 50 with at most 100 values each: of more those that the most products found have',
      }),
    ratings: z
      .array(z.object({ rating: z.int(), productCount: z.int() }))
      .meta({ description: 'Five rows, from 5 down to 1: products rated that many stars and up' }),
    categories: z.array(entryFacet).optional().meta({ description: 'With `facets=categories`' }),
    vendors: z
      .array(entryFacet)
      .optional()
      .meta({ description: 'With `facets=vendors`; by count, then name' }),
    price: z
      .object({ min: moneySchema, max: moneySchema })
      .nullable()
      .optional()
      .meta({ description: 'With `facets=price`: range of current prices, null without priced products' }),
  })
  .meta({ id: 'ProductSearch' });

export const productSearchMetadata = z
  .object({
    total: z.int(),
    items: z.int(),
    perPage: z.int(),
    currentPage: z.int(),
    lastPage: z.int(),
    relaxed: z
      .object({ dropped: z.array(z.string()), matched: z.array(z.string()) })
      .optional()
      .meta({
        description:
          'Where no product has all words: those that were left out, and those that all products found have',
      }),
    didYouMean: z
      .string()
      .optional()
      .meta({ description: 'The text as it was searched for, where words of it were taken for others' }),
    understood: z
      .object({ text: z.string(), minPrice: moneySchema.optional(), maxPrice: moneySchema.optional() })
      .optional()
      .meta({
        description: 'The part of the text that was taken for a price, and the filter that it became',
      }),
    redirect: z.string().optional().meta({
      description:
        'Where an operator leads this text to: a path of the shop, or an https address of it. The products are those that the text finds',
    }),
  })
  .meta({ id: 'ProductSearchMetadata' });

export const suggestionsSchema = z
  .object({
    suggestions: z.array(z.string()).meta({
      description:
        'What others searched for and found, names of brands and categories, titles; without repeats',
    }),
    products: z.array(searchProductSchema),
  })
  .meta({ id: 'SearchSuggestions' });

const MAX_VALUES = 100;
/** Of each list: together they fit the longest line of a request that servers take. */
const MAX_TEXT = 3_000;

/** Values joined by commas; blank ones are left out, and without any the filter does not restrict. */
export const csvSchema = z
  .string()
  .refine(({ length }) => length <= MAX_TEXT, `must have at most ${MAX_TEXT} characters`)
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ])
  .refine(({ length }) => length <= MAX_VALUES, `must have at most ${MAX_VALUES} values`)
  .transform((values) => (values.length > 0 ? values : undefined))
  .meta({ type: 'string', example: 'tanishq,fabindia' });

/** Escapes of JSON can spell what no column holds. */
const attributeValue = z.union([
  z.string().max(255).refine(isStorable),
  z.number().transform(String),
  z.boolean().transform(String),
]);
const attributesShape = z
  .record(
    z.string().max(255),
    z.union([attributeValue.transform((item) => [item]), z.array(attributeValue).min(1).max(MAX_VALUES)]),
  )
  .refine((attributes) => Object.keys(attributes).length <= 50, 'must have at most 50 attributes');

/** `{ "colour": "red", "size": ["s", "m"] }` as JSON text: alternatives within a code, all codes are required. */
export const attributesSchema = z
  .string()
  .refine(({ length }) => length <= 2 * MAX_TEXT, `must have at most ${2 * MAX_TEXT} characters`)
  .transform((text, context) => {
    if (text.trim() === '') return undefined;
    const parsed = attributesShape.safeParse(parseJson(text));
    if (parsed.success) return Object.keys(parsed.data).length > 0 ? parsed.data : undefined;
    const message = 'must be a JSON object of attribute codes with a value or a list of values';
    context.addIssue(issueOf('invalid_format', message));
    return z.NEVER;
  })
  .meta({ type: 'string', example: '{"colour":["red","blue"]}' });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface NumberRule {
  pattern: RegExp;
  min: number;
  max: number;
  /** What would be right: "a whole number from 1 to 100". */
  rule: string;
}

/** A number as a query has it. What is wrong is said in one sentence, with the text that was sent. */
function numberText({ pattern, min, max, rule }: NumberRule, meta: Record<string, unknown>) {
  return z
    .string()
    .transform((given, context) => {
      const text = asciiDigits(given);
      const number = Number(text);
      if (pattern.test(text) && number >= min && number <= max) return number;
      const code = !/^-?\d+(\.\d+)?$/.test(text)
        ? 'invalid_type'
        : number < min
          ? 'too_small'
          : number > max
            ? 'too_big'
            : 'invalid_format';
      context.addIssue(issueOf(code, `must be ${rule} (got ${JSON.stringify(text.slice(0, 30))})`));
      return z.NEVER;
    })
    .meta({ type: meta['type'], minimum: min, maximum: max, ...meta })
    .optional();
}

/** Far beyond any price. */
const MAX_PRICE = 999_999_999_999_999;

export const priceSchema = numberText(
  { pattern: /^\d{1,15}$/, min: 0, max: MAX_PRICE, rule: 'a whole number of subunits, 0 or more' },
  { type: 'integer', description: 'Subunits, inclusive' },
);
export const ratingSchema = numberText(
  { pattern: /^\d(\.\d{1,4})?$/, min: 0, max: 5, rule: 'a number from 0 to 5 with at most four decimals' },
  { type: 'number' },
);
export const flagSchema = z.stringbool({ truthy: ['true'], falsy: ['false'] });
export const pageSchema = (max: number, fallback: number) =>
  numberText(
    { pattern: /^\d{1,9}$/, min: 1, max, rule: `a whole number from 1 to ${max}` },
    { type: 'integer', default: fallback },
  );

/** What is pasted into a search box may have line breaks and tabs: they are spaces. */
export const searchTextSchema = (max: number, min = 0) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '))
    .pipe(textSchema(max).min(min))
    .meta({ type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) });

/** Which variants each product has. */
export const variantsSchema = z.enum(shownVariants).optional().meta({
  description:
    '`matching` shows the variants that fit prices, stock, special price, SKUs and words of the search, or all where none does; `none` shows none. `all` by default',
});

const moreFacets = ['categories', 'vendors', 'price'] as const;

const facetsSchema = z
  .union([
    z.literal('false').transform(() => false as const),
    csvSchema.pipe(z.array(z.enum(moreFacets)).optional()),
  ])
  .meta({
    type: 'string',
    description:
      'Counts beside brands, attributes and ratings: `categories`, `vendors`, `price`, joined by commas. `false` counts nothing: all facets are empty',
    example: 'categories,price',
  });

/** @throws nothing: crossed bounds are an issue of the upper one. */
export function boundsInOrder(
  query: { minPrice?: number; maxPrice?: number; minRating?: number; maxRating?: number },
  context: z.RefinementCtx,
): void {
  for (const name of ['Price', 'Rating'] as const) {
    const [min, max] = [query[`min${name}`], query[`max${name}`]];
    if (min !== undefined && max !== undefined && min > max)
      context.addIssue(issueOf('inconsistent', `must not be below min${name}`, [`max${name}`]));
  }
}

export const productSearchQuery = z
  .object({
    q: searchTextSchema(200).optional().meta({ description: 'Plain text; nothing matches everything' }),
    brands: csvSchema.optional().meta({ description: 'Slugs, any of them' }),
    categories: csvSchema.optional().meta({ description: 'Slugs, any of them or of what is under them' }),
    vendors: csvSchema.optional().meta({ description: 'Slugs or ids, any of them' }),
    tag: z.string().trim().max(255).optional().meta({ description: 'Slug' }),
    attributes: attributesSchema.optional(),
    minPrice: priceSchema,
    maxPrice: priceSchema,
    minRating: ratingSchema,
    maxRating: ratingSchema,
    inStock: flagSchema.optional(),
    hasActiveSpecial: flagSchema.optional().meta({ description: '`false` does not restrict' }),
    page: pageSchema(1_000, 1),
    limit: pageSchema(100, 20),
    sortBy: z.enum(searchSorts).optional(),
    facets: facetsSchema.optional(),
    variants: variantsSchema,
    understand: flagSchema.optional().meta({
      description:
        '`false` takes "under 500" at the end of the text for words, not for a price; `true` by default',
    }),
    facetMode: z.enum(['filtered', 'disjunctive']).optional().meta({
      description: '`disjunctive` counts each group without its own filter; `filtered` by default',
    }),
  })
  .superRefine(boundsInOrder);

export const suggestionsQuery = z.object({
  q: searchTextSchema(100, 2),
  limit: pageSchema(20, 5),
  variants: variantsSchema,
});
