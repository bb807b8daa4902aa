import { DateTime } from 'luxon';

const HOUR_MS = 3_600_000;

/** The calendar day (`2026-11-23`) of an instant in an IANA zone. */
export function localDayOf(at: Date, zone: string): string {
  return isoDate(DateTime.fromJSDate(at, { zone }));
}

/** The instant at which a local day begins; on a day without a midnight its first instant. */
export function dayStart(day: string, zone: string): Date {
  const start = DateTime.fromISO(day, { zone }).startOf('day').toJSDate();
  // Where clocks go back over midnight, the day begins the first time that they show it.
  const earlier = new Date(start.getTime() - HOUR_MS);
  return localDayOf(earlier, zone) === day ? earlier : start;
}

/** The day so many calendar days later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return isoDate(DateTime.fromISO(day, { zone: 'UTC' }).plus({ days }));
}

/** The same local clock time so many calendar days earlier. */
export function sameClockTime(at: Date, daysEarlier: number, zone: string): Date {
  return DateTime.fromJSDate(at, { zone }).minus({ days: daysEarlier }).toJSDate();
}

/** The first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function nextMonth(month: string): string {
  return isoDate(DateTime.fromISO(month, { zone: 'UTC' }).plus({ months: 1 }));
}

function isoDate(at: DateTime): string {
  const text = at.toISODate();
  if (text === null) throw new RangeError(`no local day: ${at.invalidExplanation ?? 'invalid date'}`);
  return text;
}
