import type { Conflict } from './conflict-list.js';

/** What is said where somebody else has saved meanwhile. */
export const mergedText = (conflicts: number): string =>
  conflicts === 0
    ? 'Somebody else has saved meanwhile. Their changes are taken in: look, and save again.'
    : 'Somebody else has saved meanwhile. Choose what is right, and save again.';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * What a form becomes when somebody else has saved meanwhile: a field that one side changed is that side's, one that both
 * changed is a conflict, and mine until somebody decides it.
 * @param base what both began with
 */
export function mergeFields<T extends object>(
  base: T,
  mine: T,
  theirs: T,
): { merged: T; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const entries = Object.entries(mine).map(([path, own]: [string, unknown]) => {
    const [was, other] = [base[path as keyof T], theirs[path as keyof T]];
    if (same(own, was) || same(own, other)) return [path, other];
    if (!same(other, was)) conflicts.push({ path, mine: own, theirs: other });
    return [path, own];
  });
  return { merged: Object.fromEntries(entries) as T, conflicts };
}
