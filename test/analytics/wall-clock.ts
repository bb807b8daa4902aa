/** Local days by `Intl` alone, so that the tests share nothing with the code that they hold to it. */

const formats = new Map<string, Intl.DateTimeFormat>();

export function dayOf(at: Date, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
  }
  return format.format(at);
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first instant of a day, found by looking at every quarter of an hour around it. */
export function startOf(day: string, zone: string): Date {
  const from = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000;
  for (let at = from; ; at += 900_000) if (dayOf(new Date(at), zone) === day) return new Date(at);
}

/** Milliseconds since local midnight, as a clock on the wall shows them. */
export function clockOf(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(at);
  const [hours = 0, minutes = 0, seconds = 0] = parts.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + at.getMilliseconds();
}
