import { DateTime } from 'luxon';

const APRIL = 4;

/**
 * The financial year an instant falls into, as two digits of each of its calendar years: `2627` for 2026-27.
 * It starts on 1 April at midnight in the given IANA zone.
 * @throws RangeError for an invalid date or an unknown zone.
 */
export function financialYear(at: Date, timeZone: string): string {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  if (!local.isValid)
    throw new RangeError(`no financial year: ${local.invalidExplanation ?? 'invalid date'}`);
  const first = local.month >= APRIL ? local.year : local.year - 1;
  return twoDigits(first) + twoDigits(first + 1);
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0');
}
