const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function addHours(start: Date, hours: number): Date {
  return new Date(start.getTime() + hours * HOUR);
}

export function addDays(start: Date, days: number): Date {
  return new Date(start.getTime() + days * DAY);
}

/** Monday to Friday; holidays of banks are not known. */
export function addWorkingDays(start: Date, days: number): Date {
  let [date, left] = [start, days];
  while (left > 0) {
    date = addDays(date, 1);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date;
}
