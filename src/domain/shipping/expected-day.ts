const DAY_MS = 24 * 60 * 60 * 1_000;
const INDIA_MS = 5.5 * 60 * 60 * 1_000;

/** A courier comes for a parcel within a day of its request. */
export const PICKUP_AFTER_MS = DAY_MS;

/** The zone that expected days are of: that of the couriers, whatever zone the store has. */
export const CARRIER_ZONE = 'Asia/Kolkata';

/** The day, in India, on which a parcel arrives that is so many days on the road: `YYYY-MM-DD`. */
export function expectedDay(pickupAt: Date, days: number): string {
  return new Date(pickupAt.getTime() + INDIA_MS + Math.ceil(days) * DAY_MS).toISOString().slice(0, 10);
}

/** A day that a carrier reports, or null where the text is not a valid day. */
export function reportedDay(text: string | null): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  const instant = day ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return day && new Date(instant).toISOString().startsWith(day) ? day : null;
}
