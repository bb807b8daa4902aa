const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The rule for instants from outside, for the one who broke it. */
export const INSTANT_RULE = 'must lie between the years 0001 and 9999 in UTC';

/**
 * Whether an instant is one that both sides of the database write alike: years of four digits, of our era. There is no
 * year 0000 in SQL, and an offset can lead out of either end.
 */
export function isStorableInstant(instant: Date): boolean {
  const at = instant.getTime();
  return at >= FIRST && at <= LAST;
}
