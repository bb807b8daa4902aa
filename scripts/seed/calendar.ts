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
  // Thousands of instants on a few hundred days, each of which is worked out with the rules of its time zone.
  const midnights = new Map<number, Date>();
  return {
    now,
    daysAgo(days, minuteOfDay = 10 * 60) {
      const midnight = midnights.get(days) ?? today.minus({ days }).toJSDate();
      midnights.set(days, midnight);
      return minutesAfter(midnight, minuteOfDay);
    },
  };
}

/** The instant so many minutes later. */
export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}
