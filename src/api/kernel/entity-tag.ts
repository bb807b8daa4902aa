import type { Request } from 'express';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { sha256 } from '#lib/crypto.js';

/** A strong entity tag of what is returned, with its quotes. */
export function entityTag(data: unknown): string {
  return `"${sha256(JSON.stringify(data)).slice(0, 32)}"`;
}

/** The tags of which a request wants one to be current; undefined without `If-Match`. */
export function ifMatchOf(request: Request): string | undefined {
  return request.get('if-match');
}

/**
 * Compares strongly, as RFC 9110 wants it for changes: a weak tag never matches.
 * @throws AppError PRECONDITION_FAILED unless `current` is among the tags
 */
export function assertMatch(ifMatch: string | undefined, current: string, entity: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(current)) throw platformErrors.preconditionFailed({ entity });
}
