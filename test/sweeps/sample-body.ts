import fc from 'fast-check';
import { z } from 'zod';
import type { Route } from '#api/_shared/route.js';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
}

const formats: Record<string, string> = {
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '0199c0de-7e5c-7000-8000-000000000001',
  'date-time': '2026-11-21T09:30:00.000Z',
};

function sampleText(schema: JsonSchema): string {
  const format = schema.format ? formats[schema.format] : undefined;
  if (format) return format;
  if (schema.pattern)
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { seed: 1, numRuns: 1 })[0] ?? '';
  return 'text'.padEnd(schema.minLength ?? 0, 'x');
}

function sample(given: JsonSchema, root: JsonSchema): unknown {
  const schema = given.$ref ? (root.$defs?.[given.$ref.replace('#/$defs/', '')] ?? {}) : given;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants?.[0]) return sample(variants[0], root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const required = (schema.required ?? []).map((key) => [
      key,
      sample(schema.properties?.[key] ?? {}, root),
    ]);
    return Object.fromEntries(required);
  }
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, root));
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return true;
  return null;
}

/**
 * A body that the route takes: its own example, else one made from its schema.
 * @throws Error for a body that neither gives, naming what to do about it.
 */
export function sampleBody(route: Route): unknown {
  if (!route.body) return undefined;
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const made = route.bodyExample ?? sample(schema, schema);
  const parsed = route.body.safeParse(made);
  if (parsed.success) return made;
  throw new Error(
    `${route.method.toUpperCase()} ${route.path} takes no body that can be made from its schema; give it a bodyExample. ${parsed.error.message}`,
  );
}
