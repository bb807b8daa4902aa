import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { MAX_PICTURE_URL, readPicture } from '#domain/_shared/picture.js';
import { cleanHtml } from '#lib/clean-html.js';
import { isId } from '#lib/ids.js';
import { takesUtf8Mail } from '#lib/request-scope.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { readMailAddress } from '#domain/_shared/mail-address.js';
import { isNoAddress, isOneLine, NAME_RULE } from '#domain/_shared/one-line.js';
import type { EntityName } from './entities.js';
import { INSTANT_RULE, isStorableInstant } from './instant.js';
import { GST_RATES } from '#domain/tax/gst-rate.js';
import { isStorable } from '#domain/_shared/storable-text.js';

/** Value schemas that every feature shares. */

/** An opaque id (UUIDv7). */
export const idSchema = z
  .string()
  .refine(isId, 'must be an id')
  .meta({ id: 'Id', example: '0199c0de-7e5c-7000-8000-000000000001', format: 'uuid' });

const idsByEntity = new Map<EntityName, typeof idSchema>();

/** The id of a row of this kind, which the reference names (`x-entity`): a client can make a link of it. */
export function idOf(entity: EntityName): typeof idSchema {
  const schema = idsByEntity.get(entity) ?? idSchema.meta({ 'x-entity': entity });
  idsByEntity.set(entity, schema);
  return schema;
}

/** Percent of GST, to a thousandth. */
export const gstRateSchema = z
  .number()
  .min(0)
  .max(100)
  .refine(
    (rate) => Math.abs(rate * 1_000 - Math.round(rate * 1_000)) < 1e-6,
    'must have at most three decimals',
  )
  .meta({ example: 18 });

/** One of the rates that the return of the GST network takes. */
export const listedGstRateSchema = z
  .literal([...GST_RATES], { error: `must be a rate of GST: ${GST_RATES.join(', ')}` })
  .meta({ example: 18 });

/** An amount in subunits (paise, cents) of the store's currency. */
export const moneySchema = z
  .int()
  .meta({ id: 'Money', description: 'Subunits of the store’s currency', example: 49900, 'x-money': true });

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z
  .string()
  .meta({ id: 'Instant', format: 'date-time', example: '2026-11-21T09:30:00.000Z' });

/** An instant that a client sends, with its offset; given on as the canonical UTC text. */
export const instantInputSchema = z.iso
  .datetime({ offset: true })
  .transform((text, context) => {
    const instant = new Date(text);
    if (isStorableInstant(instant)) return instant.toISOString();
    context.addIssue(issueOf('invalid_format', INSTANT_RULE));
    return z.NEVER;
  })
  .meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' });

/** A whole number in a query, written in digits alone: `0x10`, `1e1` and the empty text are refused. */
export function wholeNumberText({ min, max, fallback }: { min: number; max: number; fallback: number }) {
  const read = (given: unknown) => {
    const text = typeof given === 'string' ? asciiDigits(given) : given;
    return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : given;
  };
  return z
    .preprocess(read, z.int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max })
    .default(fallback);
}

/** A slug: lower-case words joined by hyphens. */
export const slugSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .meta({ example: 'brass-diya-lamp' });

/** Path parameters that name a row by something else than its id, with the entity and the column of its table. */
export const naturalKeys = z.registry<{ entity: EntityName; column: string }>();

/** The slug in a path; any text may be asked for. */
export function slugOf(entity: EntityName) {
  return z.string().max(255).register(naturalKeys, { entity, column: 'slug' });
}

/** Text that the database can keep: no NUL and no half of a surrogate pair. `max` counts UTF-16 units. */
export function longTextSchema(max: number) {
  // NUL is a control character as well: without the abort, rules that follow would report it again.
  return z
    .string()
    .max(max)
    .refine(isStorable, {
      error: 'must not contain NUL or broken characters',
      abort: true,
      params: { code: 'invalid_format' },
    });
}

/** The same in one line: no line breaks and no control characters, which mails and labels would take as something else. */
export function textSchema(max: number) {
  return longTextSchema(max).refine(isOneLine, 'must be one line without control characters');
}

/** Text that is read as a number or a code: digits of every script are those of ASCII. */
export function codeTextSchema(max: number) {
  return textSchema(max).trim().overwrite(asciiDigits);
}

/** The name of a person: what is printed on parcels and in mails is no place for an advertisement. */
export function personNameSchema(max: number) {
  return textSchema(max).trim().min(1).refine(isNoAddress, NAME_RULE);
}

/**
 * HTML of somebody who is not trusted with a shopper's browser: cleaned by an allow-list. `max` counts UTF-16 units,
 * before cleaning and after it.
 */
export function htmlSchema(max: number) {
  return longTextSchema(max)
    .overwrite(cleanHtml)
    .max(max)
    .meta({ description: 'HTML; scripts, frames, forms and what else could harm a shopper is removed' });
}

/** Where a picture is: a storage key or a URL, given on in its normal form. */
export function pictureSchema(max = MAX_PICTURE_URL) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .transform((text, context) => {
      const read = readPicture(text);
      if ('location' in read) return read.location;
      context.addIssue(issueOf('invalid_format', read.rule));
      return z.NEVER;
    })
    .meta({ description: 'Storage key or URL', example: 'media/products/diya.jpg' });
}

/**
 * An e-mail address, given on as `readMailAddress` writes it. A part before the `@` that is not ASCII is taken where the mail
 * server offers SMTPUTF8.
 */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .transform((text, context) => {
    const isAscii = /^[\x20-\x7e]*@/.test(text);
    const read = readMailAddress(text, { utf8: !isAscii && takesUtf8Mail() });
    if (read.address !== undefined) return read.address;
    context.addIssue(issueOf('invalid_format', read.rule));
    return z.NEVER;
  })
  .meta({ format: 'email', maxLength: 254, example: 'asha@example.com' });

const anyJson = [
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  { type: 'array', items: {} },
  { type: 'object', additionalProperties: {} },
];

/**
 * Any value of JSON, as one named schema: `z.json()` gives each of its uses a recursive schema without a name. The
 * reference does not say the recursion, because TypeScript refuses a generated type that refers to itself.
 */
export const jsonValueSchema: z.ZodType<z.core.util.JSONType> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(jsonValueSchema),
      z.record(z.string(), jsonValueSchema),
    ]),
  )
  .meta({ id: 'JsonValue', override: { description: 'Any value of JSON', anyOf: anyJson } });

/** Free data that the owner of a row keeps with it. */
const METADATA_BYTES = 16 * 1024;

/** JSON that a client sends, of so many bytes at most. */
export function boundedRecordSchema(bytes: number) {
  return z
    .record(z.string(), jsonValueSchema)
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= bytes,
      `must not be larger than ${bytes} bytes`,
    )
    .meta({ 'x-max-bytes': bytes });
}

/** Free data that a client sends to be kept with a row: 16 KiB at most. */
export const metadataInputSchema = boundedRecordSchema(METADATA_BYTES).nullable();

export const metadataSchema = z.record(z.string(), jsonValueSchema).nullable();

/** Dates leave as ISO text; null stays null. */
export function iso(date: Date): string;
export function iso(date: Date | null | undefined): string | null;
export function iso(date: Date | null | undefined): string | null {
  return date ? date.toISOString() : null;
}
