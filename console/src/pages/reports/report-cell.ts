import type { Store } from '../../lib/declarations.js';
import { money, number, time } from '../../lib/format.js';

/** A value of a report as its column says what it is. */
export function cellText(value: unknown, type: string, store: Store): string {
  if (value === null || value === undefined || value === '') return '–';
  if (type === 'money' && typeof value === 'number') return money(value, store.currency);
  if (type === 'number' && typeof value === 'number') return number(value);
  if (type === 'datetime' && typeof value === 'string') return time(value, store);
  if (type === 'date' && typeof value === 'string') return value.slice(0, 10);
  if (type === 'boolean') return value === true ? 'yes' : 'no';
  return String(value);
}

export const isRight = (type: string) => type === 'money' || type === 'number';
