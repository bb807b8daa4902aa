import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import {
  type FilterOperator,
  filterOperators,
  type ListFilter,
  type ListQuery,
} from '#domain/_shared/list-query.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { isId } from '#lib/ids.js';
import { isStorableInstant } from './instant.js';
import { filterFields, listForms } from './list-form.js';
import { idSchema, wholeNumberText } from './values.js';

export type FilterFieldType = 'string' | 'number' | 'boolean' | 'date' | 'id' | readonly string[];

export interface ListRules {
  /** Fields that `filters[]` may name, with their types; an array of strings is an enumeration. */
  filters?: Record<string, FilterFieldType>;
  /** Fields that a parameter of their own names as well: `?platform=WEB` is `filters[]=platform:eq:WEB`. */
  params?: Record<string, FilterFieldType>;
  /** Fields that `sort` may name; the first with `desc` is the default. */
  sort?: readonly string[];
  defaultSort?: { field: string; direction: 'asc' | 'desc' };
  defaultLimit?: number;
  maxLimit?: number;
  /** Whether `filters[]=includeDeleted:eq:true` shows soft-deleted rows. */
  softDelete?: boolean;
}

/** One value or many of the query, as many. */
export function textList(value: unknown): unknown {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

const NUMBER = /^-?\d{1,300}(\.\d{1,300})?$/;
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** An ISO 8601 day or instant; without an offset it is meant in UTC. */
function parseDate(text: string): Date | undefined {
  const [, time, , , offset] = DATE.exec(text) ?? [];
  const date = new Date(DATE.test(text) ? `${text}${time && !offset ? 'Z' : ''}` : Number.NaN);
  return isStorableInstant(date) ? date : undefined;
}

function parseValue(type: FilterFieldType, text: string): string | number | boolean | Date | undefined {
  if (type === 'string') return text;
  if (type === 'id') return isId(text) ? text : undefined;
  if (type === 'number') {
    const plain = asciiDigits(text);
    return NUMBER.test(plain) ? Number(plain) : undefined;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'date') return parseDate(text);
  return type.includes(text) ? text : undefined;
}

/** The filter that `field:operator:value` means, or what is wrong with it. */
export function parseFilter(text: string, fields: Record<string, FilterFieldType>): ListFilter | string {
  const [field = '', operator = '', ...rest] = text.split(':');
  const raw = rest.join(':');
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (type === undefined)
    return `unknown field "${field}"; known are ${Object.keys(fields).join(', ') || 'none'}`;
  if (!filterOperators.includes(operator as FilterOperator)) {
    return `unknown operator "${operator}"; known are ${filterOperators.join(', ')}`;
  }
  if (rest.length === 0) return `must be field:operator:value`;
  if (!operatorsOf(type).includes(operator as FilterOperator))
    return `"like" is for text, and ${field} is not`;
  const values = (operator === 'in' ? raw.split(',') : [raw]).map((part) => parseValue(type, part));
  if (values.some((value) => value === undefined)) {
    return `"${raw}" is not a value of ${field} (${typeof type === 'string' ? type : type.join(', ')})`;
  }
  const value = (operator === 'in' ? values : values[0]) as ListFilter['value'];
  return { field, operator: operator as FilterOperator, value };
}

/** The operators that fit a field: `like` is for text. */
export function operatorsOf(type: FilterFieldType | undefined): readonly FilterOperator[] {
  return type === 'string' ? filterOperators : filterOperators.filter((operator) => operator !== 'like');
}

/** What the reference says of a filter; the parsing says it with the fields' own words. */
export function filterText(fields: readonly string[]) {
  if (fields.length === 0) return z.string();
  return z.string().meta({ pattern: `^(${fields.join('|')}):(${filterOperators.join('|')}):` });
}

/** A field as a parameter: the same values as in a filter. */
function paramSchema(type: FilterFieldType): z.ZodType {
  if (type === 'string') return z.string().max(255);
  if (type === 'id') return idSchema;
  if (type === 'boolean') return z.stringbool({ truthy: ['true'], falsy: ['false'] });
  if (typeof type !== 'string') return z.enum(type);
  throw new Error(`A parameter of a list is a text, an id, a boolean or one of some words, not a ${type}`);
}

/** The query of a generic list: `page`, `limit`, `search`, `filters[]`, `sort`. Out of range is 400, never clamped. */
export function listQuerySchema(rules: ListRules = {}) {
  const params = rules.params ?? {};
  const fields = {
    ...rules.filters,
    ...params,
    ...(rules.softDelete ? { includeDeleted: 'boolean' as const } : {}),
  };
  const sortable = rules.sort ?? ['createdAt'];
  const fallback = rules.defaultSort ?? { field: sortable[0] ?? 'createdAt', direction: 'desc' as const };
  const known = Object.keys(fields).join(', ');
  const sorts = sortable.flatMap((field) => [`${field}:asc`, `${field}:desc`] as const);

  const schema = z
    .object({
      page: wholeNumberText({ min: 1, max: 1_000_000, fallback: 1 }),
      limit: wholeNumberText({ min: 1, max: rules.maxLimit ?? 100, fallback: rules.defaultLimit ?? 20 }),
      search: z.string().trim().max(200).optional().meta({ description: 'Search text' }),
      'filters[]': z
        .preprocess(textList, z.array(filterText(Object.keys(fields))))
        .optional()
        .meta({
          description: `Repeated \`field:operator:value\`. Fields: ${known || 'none'}`,
          type: 'array',
          'x-filters': fields,
        }),
      total: z.enum(['exact', 'estimated']).optional().meta({
        description: '`estimated` does not count beyond 50,000 matches: `totalExact` is false then',
      }),
      sort: z
        .enum(sorts)
        .optional()
        .meta({ example: `${fallback.field}:${fallback.direction}` }),
      ...Object.fromEntries(
        Object.entries(params).map(([name, type]) => [name, paramSchema(type).optional()]),
      ),
    })
    .transform((query, context): ListQuery => {
      const fail = (message: string) => context.addIssue(issueOf('invalid_value', message, ['filters[]']));
      const filters: ListFilter[] = [];
      let includeDeleted = false;
      for (const text of query['filters[]'] ?? []) {
        const filter = parseFilter(text, fields);
        if (typeof filter === 'string') fail(filter);
        else if (filter.field === 'includeDeleted') includeDeleted = filter.value === true;
        else filters.push(filter);
      }
      for (const name of Object.keys(params)) {
        const value = (query as Record<string, unknown>)[name] as ListFilter['value'] | undefined;
        if (value !== undefined) filters.push({ field: name, operator: 'eq', value });
      }
      const [field = '', direction] = (query.sort ?? `${fallback.field}:${fallback.direction}`).split(':');
      const { page, limit } = query;
      const search = query.search === '' ? undefined : query.search;
      const sort = { field, direction: direction === 'asc' ? ('asc' as const) : ('desc' as const) };
      const estimate = query.total === 'estimated';
      return {
        page,
        limit,
        offset: (page - 1) * limit,
        search,
        filters,
        includeDeleted,
        sort,
        ...(estimate && { estimate }),
      };
    });
  const names = Object.keys(rules.filters ?? {}).filter((name) => !Object.hasOwn(params, name));
  schema.register(filterFields, { names });
  return schema.register(listForms, {
    paging: 'page',
    search: 'search',
    sort: ['sort'],
    default: `${fallback.field}:${fallback.direction}`,
  });
}

/** Metadata of every offset-paged list. */
export const pageMetadataSchema = z
  .object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    hasMore: z.boolean(),
    totalExact: z.boolean().optional().meta({ description: 'False where `total` is an estimate' }),
  })
  .meta({ id: 'PageMetadata' });
export type PageMetadata = z.infer<typeof pageMetadataSchema>;
