import type { WantedAssignment } from '#domain/products/attribute-assignments.js';

/** Whether two plain values say the same. */
export function sameValue(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
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
    list.map(({ attributeId, attributeValueId, value }) => [attributeId, attributeValueId ?? null, value ?? null].join(' ')).sort(); // prettier-ignore
  return sameValue(texts(rows), texts(wanted));
}
