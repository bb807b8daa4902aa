import { canonicalJson } from '#lib/crypto.js';

/** A field in which two payloads differ. */
export interface FieldDifference {
  /** Names of the fields, joined by dots. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The fields in which `after` differs from `before`; lists are compared as a whole. */
export function changedFields(before: unknown, after: unknown, path = ''): FieldDifference[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before: before ?? null, after: after ?? null }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => changedFields(before[name], after[name], path ? `${path}.${name}` : name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
