import { z } from 'zod';
import type { FilterFieldType } from '#api/kernel/list-query.js';
import type { Route } from '#api/kernel/route.js';
import type { FilterOperator } from '#domain/_shared/list-query.js';
import { type JsonSchema, variantsOf } from './json-schema.js';
import { createTexts, sampleText } from './sample-text.js';

export interface QueryParameter {
  name: string;
  schema: JsonSchema;
  required: boolean;
  /** The fields of `filters[]`. */
  filters?: Record<string, FilterFieldType>;
  /** The operators that each of them takes, where those are not all. */
  operators?: Record<string, FilterOperator[]>;
}

/** What a route takes in its query, as `openapi.json` has it. */
export function queryParameters(route: Route): QueryParameter[] {
  const known = parametersOf.get(route) ?? readParameters(route);
  parametersOf.set(route, known);
  return known;
}

/** Each sweep reads them anew, some several times. */
const parametersOf = new WeakMap<Route, QueryParameter[]>();

function readParameters(route: Route): QueryParameter[] {
  const query = route.query instanceof z.ZodPipe ? route.query.in : route.query;
  if (!(query instanceof z.ZodObject)) return [];
  const root = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return Object.entries(root.properties ?? {}).map(([name, given]) => {
    const schema = variantsOf(given, root)[0] ?? {};
    const { 'x-filters': filters, 'x-operators': operators } = schema as {
      'x-filters'?: Record<string, FilterFieldType>;
      'x-operators'?: Record<string, FilterOperator[]>;
    };
    return { name, schema, required: root.required?.includes(name) ?? false, filters, operators };
  });
}

const types: Record<string, string[]> = {
  integer: ['abc', '1.5', '', ' ', '0x10', 'NaN', '1e999', '1e1', 'true', '9'.repeat(400)],
  number: ['abc', '', 'NaN', '1e999', 'true'],
  boolean: ['maybe', '', '2'],
};

/** What a schema says of a text that is JSON. */
const JSON_TEXT = 'application/json';

/** Texts that a parameter must refuse. */
export function wrongTexts({ schema }: QueryParameter): string[] {
  const wrong = [...(types[String(schema.type)] ?? [])];
  if (schema.minimum !== undefined) wrong.push(String(schema.minimum - 1));
  if (schema.maximum !== undefined) wrong.push(String(schema.maximum + 1));
  if (schema.contentMediaType === JSON_TEXT) wrong.push('{', '[1]', 'text', '');
  if (schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1));
  if (schema.enum ?? schema.format) wrong.push('neither this nor that', '');
  return wrong;
}

/** A text of this length that a schema takes, else any that it takes. */
function fitting(schema: JsonSchema, length: number): string {
  const pattern = new RegExp(schema.pattern ?? '');
  return createTexts()(length, schema).find((text) => pattern.test(text)) ?? sampleText(schema);
}

/** Texts at the edge of what a parameter takes. */
export function edgeTexts({ schema }: QueryParameter): string[] {
  const { minimum, maximum, maxLength, enum: values } = schema;
  const boundaries = [minimum, maximum].filter((edge) => edge !== undefined).map(String);
  if (values) return values.map(String);
  // JSON may have white space around it.
  if (schema.contentMediaType === JSON_TEXT) return [...boundaries, '{}'.padEnd(maxLength ?? 2)];
  if (maxLength === undefined) return boundaries;
  return [...boundaries, schema.pattern ? fitting(schema, maxLength) : 'x'.repeat(maxLength)];
}

const filterValues: Record<string, { good: string[]; bad: string[] }> = {
  string: { good: ['text', '%', "'"], bad: [] },
  number: {
    good: ['1', '-1', '0.5', '99999999999', '1'.repeat(40)],
    bad: ['many', '', '1e5', '0x10', 'Infinity'],
  },
  boolean: { good: ['true', 'false'], bad: ['yes', ''] },
  date: {
    good: ['2026-11-21', '2026-11-21T09:30:00Z', '0001-01-01', '9999-12-31T23:59:59.999Z'],
    bad: ['yesterday', '', '2026-13-01', '2026-11-21T25:00:00Z', '+275760-09-13', '-000001-01-01', '1'],
  },
  id: { good: ['0199c0de-7e5c-7000-8000-0000000000ff'], bad: ['not-an-id', ''] },
};

/** Values that a filter takes and values that it does not, by the type of its field. */
export function filterTexts(type: FilterFieldType): { good: string[]; bad: string[] } {
  if (typeof type === 'string') return filterValues[type] ?? { good: [], bad: [] };
  return { good: [...type], bad: ['neither this nor that', ''] };
}
