import type { Conflict } from '../../generic/conflict-list.js';
import {
  type Basics,
  basicNames,
  type ProductDraft,
  type TabDraft,
  type VariantDraft,
  variantNames,
} from './draft.js';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * What the form becomes when somebody else has saved meanwhile: a field that one side changed is that side's, one that both
 * changed is a conflict, and mine until somebody decides it.
 * @param base what both began with
 */
export function mergeDrafts(
  base: ProductDraft,
  mine: ProductDraft,
  theirs: ProductDraft,
): { merged: ProductDraft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  function pick<T>(path: string, was: T, own: T, other: T): T {
    if (same(own, was) || same(own, other)) return other;
    if (!same(other, was)) conflicts.push({ path, mine: own, theirs: other });
    return own;
  }
  const basics = Object.fromEntries(
    basicNames.map((name) => [
      name,
      pick(`basics.${name}`, base.basics[name], mine.basics[name], theirs.basics[name]),
    ]),
  ) as unknown as Basics;
  const options = pick('options', base.options, mine.options, theirs.options);
  return {
    merged: {
      basics,
      images: pick('images', base.images, mine.images, theirs.images),
      options,
      variants: mergeRows(
        'variants',
        base.variants,
        mine.variants,
        theirs.variants,
        [...variantNames, 'values'],
        pick,
      ),
      tabs: mergeRows('tabs', base.tabs, mine.tabs, theirs.tabs, ['title', 'body', 'isActive'], pick),
    },
    conflicts,
  };
}

type Pick = <T>(path: string, was: T, own: T, other: T) => T;

/** Rows by their keys: what somebody else deleted is gone, what somebody else added is there, mine that are new follow. */
function mergeRows<Row extends VariantDraft | TabDraft>(
  section: string,
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
  names: readonly string[],
  pick: Pick,
): Row[] {
  const before = new Map(base.map((row) => [row.key, row]));
  const own = new Map(mine.map((row) => [row.key, row]));
  const rows = theirs.map((other) => {
    const row = own.get(other.key);
    const was = before.get(other.key);
    if (!row || !was) return other;
    const fields = names.map((name) => [
      name,
      pick(
        `${section}.${other.key}.${name}`,
        was[name as keyof Row],
        row[name as keyof Row],
        other[name as keyof Row],
      ),
    ]);
    return { ...other, ...Object.fromEntries(fields), deleted: row.deleted } as Row;
  });
  return [...rows, ...mine.filter(({ stored }) => !stored)];
}
