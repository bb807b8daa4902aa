import { DateTime } from 'luxon';
import { storeSettings } from '#domain/settings/store.settings.js';

/** Instants counted back from the given one, so that the demo data is always about the last weeks. */
export interface Calendar {
  now: Date;
  /** So many days before today, at a minute of that day as the store's clock shows it. */
  daysAgo(days: number, minuteOfDay?: number): Date;
}

export function createCalendar(now: Date): Calendar {
  const today = DateTime.fromJSDate(now, { zone: storeSettings.timeZone.default }).startOf('day');
  return {
    now,
    daysAgo: (days, minuteOfDay = 10 * 60) => today.minus({ days }).plus({ minutes: minuteOfDay }).toJSDate(),
  };
}

/** The instant so many minutes later. */
export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}
