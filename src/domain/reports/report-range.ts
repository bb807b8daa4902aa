import { DateTime } from 'luxon';

/** Local days; a longer range has a trend of months. */
const MAX_DAILY_TREND_DAYS = 62;

/** Local days. */
export const MAX_EXPORT_DAYS = 366;

export type Granularity = 'day' | 'month';

const DEFAULT_DAYS = 30;

/** The range of a run: the last 30 days unless the request says otherwise. */
export function rangeOf(
  given: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const to = given.to ?? now.toISOString();
  const from =
    given.from ??
    DateTime.fromISO(to, { zone: 'utc' }).minus({ days: DEFAULT_DAYS }).toJSDate().toISOString();
  return { from, to };
}

/** Whether the range is longer than so many days of the store's clock; a day of 23 or 25 hours counts as one. */
export function isLongerThan(range: { from: string; to: string }, days: number, timeZone: string): boolean {
  const from = DateTime.fromISO(range.from, { zone: timeZone });
  return DateTime.fromISO(range.to, { zone: timeZone }) > from.plus({ days });
}

/** Trends have a point for each day, and for each month when the range is longer than 62 days. */
export function granularityOf(range: { from: string; to: string }, timeZone: string): Granularity {
  return isLongerThan(range, MAX_DAILY_TREND_DAYS, timeZone) ? 'month' : 'day';
}

/** `orders_2026-04-01_2026-05-01.csv`, in local days. */
export function exportFileName(
  file: { key: string; from: string; to: string; format: string },
  timeZone: string,
): string {
  const day = (instant: string) => DateTime.fromISO(instant, { zone: timeZone }).toFormat('yyyy-MM-dd');
  return `${file.key}_${day(file.from)}_${day(file.to)}.${file.format}`;
}
