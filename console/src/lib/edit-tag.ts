import { replaceEqualDeep } from '@tanstack/react-query';
import { ApiError } from 'haat-client';

/** The `ETag` that came with what was read. */
const tags = new WeakMap<object, string>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function keepTag(read: unknown, etag: string | null): void {
  if (isObject(read) && etag !== null) tags.set(read, etag);
}

export const tagOf = (read: unknown): string | undefined => (isObject(read) ? tags.get(read) : undefined);

/** What an edit sends with its body: it is refused with 412 where somebody else has saved since `read` was read. */
export function editOf(read: unknown): { ifMatch?: string } {
  const ifMatch = tagOf(read);
  return ifMatch === undefined ? {} : { ifMatch };
}

/**
 * The library keeps the parts of a response that are as they were, which makes another object of it: its tag goes along. Where nothing
 * has changed the former object stays, and the tag of the fields that an edit takes is the same.
 */
export function shareWithTag(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  keepTag(shared, tagOf(after) ?? null);
  return shared;
}

/** Whether a save was refused because somebody else has saved since. */
export const isOutdated = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.status === 412;
