import { createHash } from 'node:crypto';

/** Of a hash in hexadecimal: 80 bits. */
const LENGTH = 20;

/** What a filter compares, each with its own values. */
export type FilterKind =
  | 'brand'
  | 'category'
  | 'tag'
  | 'ingredient'
  | 'vendor'
  | 'sku'
  | `attribute:${string}`;

/**
 * A value as the server compares it. Of texts it ignores case, accents and signs, reads `*` as the beginning of a word, and
 * has no way to write a backtick: a hash is exact for every value, in every version.
 */
export function filterKey(kind: FilterKind, value: string): string {
  return createHash('sha256').update(`${kind}\0${value}`).digest('hex').slice(0, LENGTH);
}
