import { v7, validate } from 'uuid';

/** A new UUIDv7: unique, and ordered by time of creation, so that it makes a good primary key. */
export function newId(): string {
  return v7();
}

/** Whether `text` has the form of an id; anything else cannot name a row. */
export function isId(text: string): boolean {
  return validate(text);
}

/** The least id that can be made at an instant or later: rows by time of creation are a range of their ids. */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
