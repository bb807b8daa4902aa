import type { Store } from '../lib/declarations.js';
import { dayOf, minuteOf, startOfDay } from '../lib/format.js';

const DAY = 86_400_000;

/** The filters that mean a day of the store, which the API compares as instants. */
export function dateFilters(
  field: string,
  operator: string,
  day: string,
  store: Pick<Store, 'timeZone'>,
): string[] {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  const [start, end] = [startOfDay(day, store), startOfDay(next, store)];
  const meant: Record<string, string[]> = {
    eq: [`gte:${start}`, `lt:${end}`],
    gte: [`gte:${start}`],
    lt: [`lt:${start}`],
    gt: [`gte:${end}`],
    lte: [`lt:${end}`],
  };
  return (meant[operator] ?? [`${operator}:${start}`]).map((rest) => `${field}:${rest}`);
}

/** An instant of a filter as a day of the store, with its time where it is not the beginning of one. */
export function shownValue(value: string, store: Pick<Store, 'timeZone'>): string {
  if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
  const day = dayOf(value, store);
  return startOfDay(day, store) === new Date(value).toISOString() ? day : minuteOf(value, store);
}
