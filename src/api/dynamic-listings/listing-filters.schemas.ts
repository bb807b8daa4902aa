import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { issueMessage } from '#api/kernel/issue-message.js';
import { jsonValueSchema } from '#api/kernel/values.js';
import {
  attributesSchema,
  boundsInOrder,
  csvSchema,
  flagSchema,
  pageSchema,
  priceSchema,
  searchTextSchema,
  variantsSchema,
} from '#api/search/search.schemas.js';
import type { JsonValue, Metadata } from '#domain/_shared/json.js';
import type { AskedFilters } from '#domain/dynamic-listings/listing-filters.js';
import { searchSorts } from '#domain/search/search-query.js';

/** A field of the query that clears what is saved when it is sent empty. */
function clearable<Schema extends z.ZodType>(schema: Schema, meta: Record<string, unknown>) {
  const read = (text: unknown) => (typeof text === 'string' && /^[\s,]*$/.test(text) ? null : text);
  return z.preprocess(read, schema.nullable()).optional().meta(meta);
}

const csv = (description: string) =>
  clearable(csvSchema, { type: 'string', example: 'tanishq,fabindia', description });
const flag = (description?: string) =>
  clearable(flagSchema, { type: 'string', pattern: '^(true|false)?$', description });
/** Not a number to the reference: the empty text is allowed around it. */
const priceText = z.string().transform((text, context) => {
  const { data, error } = priceSchema.safeParse(text, { error: issueMessage });
  if (data !== undefined) return data;
  context.addIssue(
    issueOf('invalid_value', error?.issues[0]?.message ?? 'must be a whole number of subunits'),
  );
  return z.NEVER;
});

const price = clearable(priceText, {
  type: 'string',
  pattern: '^(\\d{1,15})?$',
  description: 'Subunits, inclusive',
});

/** Not an enumeration: the empty text is allowed around it. */
const sortText = z.string().transform((text, context) => {
  const sort = searchSorts.find((item) => item === text);
  if (sort) return sort;
  context.addIssue(issueOf('invalid_value', `must be one of ${searchSorts.join(', ')}`));
  return z.NEVER;
});

/** The filters as texts, as a query has them. */
const filterFields = {
  q: clearable(searchTextSchema(200), { type: 'string', maxLength: 200, description: 'Plain text' }),
  vendors: csv('Slugs or ids of vendors, any of them'),
  brands: csv('Slugs, any of them'),
  categories: csv('Slugs, any of them or of what is under them'),
  tags: csv('Slugs, any of them'),
  ingredients: csv('Slugs, any of them'),
  skus: csv('Any of them'),
  attributes: clearable(attributesSchema, { type: 'string', example: '{"colour":["red","blue"]}' }),
  minPrice: price,
  maxPrice: price,
  inStock: flag(),
  hasActiveSpecial: flag('`false` does not restrict'),
  withReviews: flag('Whether each product carries its 10 newest approved reviews'),
  sortBy: clearable(sortText, { type: 'string', pattern: `^(${searchSorts.join('|')})?$` }),
};

const boundsGiven = (
  fields: { minPrice?: number | null; maxPrice?: number | null },
  context: z.RefinementCtx,
) =>
  boundsInOrder({ minPrice: fields.minPrice ?? undefined, maxPrice: fields.maxPrice ?? undefined }, context);

/** A field that is sent replaces the saved one; sent empty it clears it. */
export const listingProductsQuery = z
  .object({
    ...filterFields,
    facets: flagSchema.optional().meta({
      description: 'With `false` nothing is counted: brands, ingredients and attributes are empty',
    }),
    variants: variantsSchema,
    page: pageSchema(1_000, 1),
    limit: pageSchema(100, 20),
  })
  .superRefine(boundsGiven);

const savedFields = z.strictObject(filterFields).superRefine(boundsGiven);

/** What a query would say: lists joined by commas, attributes as JSON, numbers and flags as text. */
function asText(name: string, value: JsonValue): unknown {
  if (value === null) return '';
  if (name === 'attributes' && typeof value === 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(',') : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const asTexts = (filters: Metadata) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, asText(name, value)]));

/** Saved filters as they are used. @throws nothing: they passed the schema when they were written. */
export function readSavedFilters(filters: Metadata | null): AskedFilters {
  const read = savedFields.safeParse(asTexts(filters ?? {}));
  return read.success ? read.data : {};
}

/**
 * Filters to be saved: fields of the query of the products, as texts or as JSON values. `page` and `limit` always come
 * from the request and are dropped.
 */
export const savedFiltersSchema = z
  .record(z.string(), jsonValueSchema)
  .transform((filters, context): Metadata => {
    const { page: _page, limit: _limit, ...kept } = filters;
    const read = savedFields.safeParse(asTexts(kept), { error: issueMessage });
    for (const { path, message } of read.error?.issues ?? [])
      context.addIssue(issueOf('invalid_value', message, [...path]));
    return kept;
  })
  .nullable()
  .meta({
    type: 'object',
    description: 'Fields of the query of the products, as texts or JSON values',
    example: { brands: ['tanishq'], inStock: true, sortBy: 'new' },
  });
