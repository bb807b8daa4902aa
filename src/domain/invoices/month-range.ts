import { DateTime } from 'luxon';

/** The instants that a month of the store lies between, the end exclusive. @param month `2026-11` */
export function monthRange(month: string, timeZone: string): { from: Date; to: Date } {
  const start = DateTime.fromISO(month, { zone: timeZone });
  return { from: start.toJSDate(), to: start.plus({ months: 1 }).toJSDate() };
}
