import type { FieldIssue } from '#domain/_shared/app-error.js';
import { isStorable } from '#domain/_shared/storable-text.js';

/** Deeper than any document of ours, and far from where recursion over it would end. */
const MAX_DEPTH = 64;

/**
 * An object of the language takes a value under this name for what it inherits from: schemas and copies leave the key
 * out without a word, in which case what was sent would be lost, or worse. No other name is lost on the way.
 */
const LOST_KEY = '__proto__';

/** What of a value from outside could not be kept: texts and keys at any depth, and what is nested too deeply. */
export function unstorableParts(value: unknown, path: string, depth = 0): FieldIssue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [broken(path)];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH)
    return [{ path, message: `must not be nested deeper than ${MAX_DEPTH}`, code: 'too_big' }];
  return Object.entries(value).flatMap(([key, below]) => {
    if (key === LOST_KEY)
      return [{ path: `${path}.${key}`, message: `must not be called ${key}`, code: 'invalid_key' }];
    return isStorable(key) ? unstorableParts(below, `${path}.${key}`, depth + 1) : [broken(path)];
  });
}

function broken(path: string): FieldIssue {
  return { path, message: 'must not contain NUL or broken characters', code: 'invalid_format' };
}
