import { isDeepStrictEqual } from 'node:util';

/** What a value may be; `name` says it in the line of a failure. */
export interface Kind {
  name: string;
  fits(value: unknown): boolean;
}

/** Kinds of the fields of an object, and of the fields of those. */
export interface Shape {
  readonly [field: string]: Kind | Shape;
}

export const isKind = (shape: Kind | Shape): shape is Kind =>
  typeof (shape as { fits?: unknown }).fits === 'function';

const kind = (name: string, fits: (value: unknown) => boolean): Kind => ({ name, fits });

export const text = kind('a text', (value) => typeof value === 'string');
export const filled = kind('a text that is not empty', (value) => typeof value === 'string' && value !== '');
export const int = kind('an integer', Number.isSafeInteger);
export const number = kind('a number', Number.isFinite);
export const bool = kind('a boolean', (value) => typeof value === 'boolean');
export const iso = kind(
  'an ISO 8601 instant',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value),
);
export const list = kind('a list', Array.isArray);
export const object = kind(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
export const absent = kind('no such field', (value) => value === undefined);

export const exactly = (wanted: unknown): Kind =>
  kind(JSON.stringify(wanted), (value) => isDeepStrictEqual(value, wanted));
export const orNull = (other: Kind): Kind =>
  kind(`${other.name} or null`, (value) => value === null || other.fits(value));
export const orAbsent = (other: Kind): Kind =>
  kind(`${other.name} or left out`, (value) => value === undefined || other.fits(value));
export const oneOf = (...values: unknown[]): Kind =>
  kind(`item0 of ${values.map(String).join(', ')}`, (value) => values.includes(value));
export const matching = (pattern: RegExp): Kind =>
  kind(`like ${pattern.source}`, (value) => typeof value === 'string' && pattern.test(value));
export const listOf = (other: Kind): Kind =>
  kind(`a list of ${other.name}`, (value) => Array.isArray(value) && value.every(other.fits));
/** An object that has exactly these keys. */
export const keys = (...names: string[]): Kind =>
  kind(
    `an object of ${names.join(', ')}`,
    (value) => object.fits(value) && isDeepStrictEqual(Object.keys(value as object).sort(), names.sort()),
  );

/** What stands at a path (`variants.0.price`), undefined where the way there ends. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, field) =>
        found === null || found === undefined ? undefined : (found as Record<string, unknown>)[field],
      value,
    );
}
