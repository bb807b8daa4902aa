/**
 * How texts are ordered that people read: "apple diya" before "Venkatagiri", and each script of India in its own order. Only in
 * `order by` and in expressions of indexes: as the collation of a column it breaks regular expressions on Devanagari. ICU's root
 * order, which every Postgres with ICU has; `doctor` reports a changed version.
 */
export const TEXT_ORDER = 'collate "und-x-icu"';

/** Fields of lists that are titles and names, whatever their table. Codes, numbers and addresses are compared as they are. */
const readByPeople: ReadonlySet<string> = new Set([
  'title',
  'name',
  'displayName',
  'productTitle',
  'fileName',
]);

/** What follows the column in `order by` where a list is sorted by a field. */
export function orderOfField(field: string): string {
  return readByPeople.has(field) ? ` ${TEXT_ORDER}` : '';
}
