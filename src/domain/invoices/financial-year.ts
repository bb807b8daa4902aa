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

/** The day of an instant in India, `2026-11-28`: the one by which rates of tax change. */
export function dayInIndia(at: Date): string {
  return DateTime.fromJSDate(at, { zone: 'Asia/Kolkata' }).toISODate() ?? '';
}

/**
 * The last instant at which a credit note can reduce the tax of an invoice: the end of 30 November after the financial
 * year of the invoice (CGST Act 2017, section 34(2)).
 */
export function taxAdjustableUntil(invoicedAt: Date, timeZone: string): Date {
  const local = DateTime.fromJSDate(invoicedAt, { zone: timeZone });
  const year = local.month >= APRIL ? local.year + 1 : local.year;
  return DateTime.fromObject({ year, month: 11, day: 30 }, { zone: timeZone }).endOf('day').toJSDate();
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0');
}
