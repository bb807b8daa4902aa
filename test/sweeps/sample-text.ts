import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { JsonSchema } from './json-schema.js';

/** Texts of exactly a length that may fit a schema, the likeliest first. Each call makes new ones, so that they are unique. */
export type Texts = (length: number, schema: JsonSchema) => string[];

const SHORT = 6;
/** What a short text is made of: there are only so many. */
const signs = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Longest part of an address before the @, and of a name between dots. */
const LABEL = 60;

const formats: Record<string, string> = {
  uri: 'https://example.com/',
  uuid: '0199c0de-7e5c-7000-8000-000000000001',
  'date-time': '2026-11-21T09:30:00.000Z',
};

/** An address of exactly this length. */
function emailOf(length: number, unique: string): string {
  const local = unique.padEnd(LABEL, 'x');
  const domain = Math.max(0, length - local.length - '@.com'.length);
  const labels = Array.from({ length: Math.ceil(domain / LABEL) }, (_, index) => {
    const dot = index === 0 ? 0 : 1;
    return 'x'.repeat(Math.max(1, Math.min(LABEL, domain - index * LABEL) - dot));
  });
  return `${local}@${labels.join('.')}.com`;
}

/** A language tag of exactly this length: variants behind the language, no two alike. */
function languageTagOf(length: number): string {
  const variants = 'x'.repeat(Math.max(0, length - 4)).match(/.{1,9}/g) ?? [];
  return ['abc'.slice(0, length), ...variants.map((part, n) => `${n + 1}${part.slice(1, 8)}`)]
    .join('-')
    .padEnd(length, 'x');
}

/** Makes texts that no other of the same maker is like, but for short ones, of which it has three dozen. */
export function createTexts(): Texts {
  let count = 0;
  let shorts = 0;
  const next = (length: number) => {
    if (length < SHORT) return signs.charAt((shorts += 1) % signs.length).repeat(length);
    // Without an x, which fills up what is missing.
    return (count += 1).toString(16).padStart(SHORT, '0');
  };
  return (length, schema) => {
    const unique = next(length);
    const plain = unique.padEnd(length, 'x');
    if (schema.format === 'email') return [emailOf(length, unique)];
    if (schema.format === 'uri') return [`${formats['uri']}${unique}`.padEnd(length, 'x')];
    const { example } = schema;
    const spaced = typeof example === 'string' && example.length <= length ? [example.padEnd(length)] : [];
    // Where spaces do not count, one more of them is not one too many: they come last.
    const url = `${formats['uri']}${unique}`.padEnd(length, 'x').slice(0, length);
    const path = `/${unique}`.padEnd(length, 'x').slice(0, length);
    const country = length === 2 ? ['AE'] : [];
    // As the API shows a secret.
    const mask = '•'.repeat(length);
    return [plain, '1'.repeat(length), path, url, ...country, ...spaced, mask, languageTagOf(length)];
  };
}

/** Some text that a schema takes: its example where it is of a kind, else one that is like no other. */
export function sampleText(schema: JsonSchema): string {
  const unique = randomBytes(6).toString('hex');
  if (schema.format === 'email') return `someone-${unique}@example.com`;
  const format = schema.format ? formats[schema.format] : undefined;
  if (format) return format;
  const { example } = schema;
  if (typeof example === 'string') return example;
  if (schema.pattern)
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { seed: 1, numRuns: 1 })[0] ?? '';
  return `text ${unique}`.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength);
}
