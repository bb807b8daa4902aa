import type { FieldIssue } from '#domain/_shared/app-error.js';

/** NUL and halves of surrogate pairs: JSON and URLs can carry them, UTF-8 text in the database cannot. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Deeper than any document of ours, and far from where recursion over it would end. */
const MAX_DEPTH = 64;

/** Whether the database can keep a text. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** What of a value from outside could not be kept: texts and keys at any depth, and what is nested too deeply. */
export function unstorableParts(value: unknown, path: string, depth = 0): FieldIssue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [broken(path)];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH)
    return [{ path, message: `must not be nested deeper than ${MAX_DEPTH}`, code: 'too_big' }];
  return Object.entries(value).flatMap(([key, below]) =>
    isStorable(key) ? unstorableParts(below, `${path}.${key}`, depth + 1) : [broken(path)],
  );
}

function broken(path: string): FieldIssue {
  return { path, message: 'must not contain NUL or broken characters', code: 'custom' };
}
