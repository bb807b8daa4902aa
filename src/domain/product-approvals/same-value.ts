import type { WantedAssignment } from '#domain/products/attribute-assignments.js';

/** Keys in order: the database sorts the keys of a document another way. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([key], [other]) => (key < other ? -1 : 1)))
      : part,
  );

/** Whether two plain values are equal, whatever the order of their keys. */
export function sameValue(value: unknown, other: unknown): boolean {
  return canonical(value) === canonical(other);
}

export function sameIds(rows: readonly { id: string }[], ids: readonly string[]): boolean {
  return sameValue(rows.map(({ id }) => id).sort(), [...new Set(ids)].sort());
}

/** Whether two lists assign the same values, whatever their order. */
export function sameAssignments(
  rows: readonly WantedAssignment[],
  wanted: readonly WantedAssignment[],
): boolean {
  const texts = (list: readonly WantedAssignment[]) =>
    list
      .map(({ attributeId, attributeValueId, value }) =>
        [attributeId, attributeValueId ?? null, value ?? null].join(' '),
      )
      .sort();
  return sameValue(texts(rows), texts(wanted));
}
