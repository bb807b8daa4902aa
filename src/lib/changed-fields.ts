import { isDeepStrictEqual } from 'node:util';

/**
 * The fields of `patch` that would change `row`. A field that is undefined was not sent, and one that says what the
 * row says already is no change: an update without any writes nothing, has no event and leaves `updatedAt`.
 */
export function changedFields<Row extends object, Patch extends object>(
  row: Row,
  patch: Patch,
): Partial<Patch> {
  const changed = Object.entries(patch).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(row[field as keyof Row], value),
  );
  return Object.fromEntries(changed) as Partial<Patch>;
}

/** The values that `row` has in the fields of `changes`: the "before" of an audit entry. */
export function fieldsBefore<Row extends object>(row: Row, changes: object): Partial<Row> {
  const before = Object.keys(changes).map((field) => [field, row[field as keyof Row]]);
  return Object.fromEntries(before) as Partial<Row>;
}
