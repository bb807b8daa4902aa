import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { allRoutes } from '#api/routes.js';
import { metadataInputSchema } from '#api/kernel/values.js';
import type { JsonSchema } from '../sweeps/json-schema.js';

/** Formats whose texts are short by themselves. */
const SHORT_FORMATS = new Set(['uuid', 'date-time', 'date', 'email']);

/** Inputs without their own bound, and why; `<method> <path> <place>`, `*` for any rest. */
const reasons: readonly [RegExp, string][] = [
  [/ \/admin\/content-pages/, 'pages are written by their own administrators, within the limit of the body'],
  [/ \/engine\/codec\//, 'payloads of the engine, translated and not stored; the limit of the body holds'],
];

/** Beyond this what a request stores stands here with its reason: bodies of routes by method and path. */
const LARGE_BYTES = 64 * 1024;
const large: readonly [RegExp, string][] = [
  [
    / \/admin\/customer-groups/,
    'a thousand addresses of members, which are not stored; ten rules of a hundred places each',
  ],
  [/ \/admin\/campaigns\//, 'the blocks of a mail, kept as a whole; read for one campaign, never in lists'],
  [/ \/admin\/content-pages/, 'a page is a document, read alone by its slug'],
  [/ \/admin\/discounts/, 'ids that a discount is for, a row each'],
  [/ \/engine\/codec\//, 'translated and not stored'],
  [/ \/vendor\/inventory\/bulk-adjust$/, '500 adjustments, a row each'],
  [/ \/admin\/tax\/hsn-rates(\/import)?$/, 'a rate for each HSN prefix, a row each'],
  [/ \/admin\/settlements\/remittances$/, 'the parcels that a courier has paid over in a month, a row each'],
  [/ \/admin\/email\/templates\//, 'the words of a mail, read when it is sent'],
  [/ \/admin\/product-approvals\//, 'a reason for each field of a product, kept with its request'],
  [/ \/admin\/product-attributes/, 'options of an attribute, a row each'],
  [
    / \/vendor\/products/,
    'texts of a product and its tabs, variants and pictures; lists leave the texts out',
  ],
  [/ \/(admin\/vendors\/:vendorId|vendor)\/page$/, 'the story of a vendor, read alone by its slug'],
  [/ \/(admin|vendor)\/settings/, 'any number of settings at once, a row each'],
];

/** The most bytes that a body of ASCII can have under its schema; what recurs counts once. */
function maxBytes(schema: Walked, root: Walked, seen: ReadonlySet<string> = new Set()): number {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/$defs/', '');
    const target = (root as { $defs?: Record<string, Walked> }).$defs?.[name];
    return target && !seen.has(name) ? maxBytes(target, root, new Set([...seen, name])) : 0;
  }
  if (schema['x-max-bytes'] !== undefined) return schema['x-max-bytes'];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as Walked[];
  const below = Math.max(0, ...parts.map((part) => maxBytes(part, root, seen)));
  if (schema.type === 'string') return Math.max(below, schema.enum ? 64 : (schema.maxLength ?? 64));
  if (schema.type === 'array')
    return (schema.maxItems ?? 0) * (maxBytes((schema.items ?? {}) as Walked, root, seen) + 1);
  if (schema.type !== 'object') return Math.max(below, 20);
  return Object.entries(schema.properties ?? {}).reduce(
    (sum, [key, value]) => sum + key.length + 4 + maxBytes(value as Walked, root, seen),
    below,
  );
}

type Walked = JsonSchema & {
  'x-max-bytes'?: number;
  propertyNames?: JsonSchema;
};

function unbounded(
  schema: Walked,
  place: string,
  root: Walked,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/$defs/', '');
    if (seen.has(name)) return [];
    const target = (root as { $defs?: Record<string, Walked> }).$defs?.[name];
    return target ? unbounded(target, place, root, new Set([...seen, name])) : [];
  }
  if (schema['x-max-bytes'] !== undefined || schema.const !== undefined || schema.enum) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Walked[];
  const below = parts.flatMap((part) => unbounded(part, place, root, seen));
  if (schema.type === 'string') {
    const short =
      schema.maxLength !== undefined || SHORT_FORMATS.has(schema.format ?? '') || fixedLength(schema.pattern);
    return short ? below : [...below, `${place}: a text without a greatest length`];
  }
  if (schema.type === 'array') {
    const items = schema.items as Walked | undefined;
    const inner = items ? unbounded(items, `${place}[]`, root, seen) : [];
    return schema.maxItems === undefined ? [...inner, `${place}: a list without a greatest length`] : inner;
  }
  if (schema.type === 'object') {
    const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
      unbounded(value as Walked, `${place}.${key}`, root, seen),
    );
    const free = schema.additionalProperties;
    if (schema.propertyNames?.enum && typeof free === 'object')
      return [...inner, ...unbounded(free, `${place}.*`, root, seen)];
    return typeof free === 'object' && free !== null && !Array.isArray(free)
      ? [...inner, `${place}: a record without a greatest size`]
      : inner;
  }
  return below;
}

/** Whether a pattern says of how many characters a text is: `^\d{6}$`. */
function fixedLength(pattern: string | undefined): boolean {
  return pattern !== undefined && /^\^[^*+]*\$$/.test(pattern);
}

it('every text, list and record that a client sends has a bound', () => {
  const problems = allRoutes.flatMap((route) =>
    // A query is bounded by the size of a header, and not stored.
    (['body'] as const).flatMap((part) => {
      const schema = route[part];
      if (!schema) return [];
      const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Walked;
      return unbounded(root, `${route.method} ${route.path} ${part}`, root);
    }),
  );
  const without = problems.filter((problem) => !reasons.some(([pattern]) => pattern.test(problem)));
  expect([...new Set(without)]).toEqual([]);
});

it('free data of a row is at most 16 KiB, however it is made', () => {
  const fits = { a: 'x'.repeat(16 * 1024 - 8) };
  expect(metadataInputSchema.safeParse(fits).success).toBe(true);
  expect(metadataInputSchema.safeParse({ ...fits, b: 1 }).success).toBe(false);
  expect(metadataInputSchema.safeParse({ a: 'ß'.repeat(8 * 1024) }).success).toBe(false);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]));
  expect(metadataInputSchema.safeParse(many).success).toBe(false);
});

it('a body above 64 KiB has a reason, and no reason is left over', () => {
  const found = allRoutes.flatMap((route) => {
    if (!route.body) return [];
    const root = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Walked;
    return maxBytes(root, root) > LARGE_BYTES ? [`${route.method} ${route.path}`] : [];
  });
  expect(found.filter((name) => !large.some(([pattern]) => pattern.test(name)))).toEqual([]);
  expect(large.filter(([pattern]) => !found.some((name) => pattern.test(name)))).toEqual([]);
});
