import { v7, validate } from 'uuid';

/** A new UUIDv7: unique, and ordered by time of creation, so that it makes a good primary key. */
export function newId(): string {
  return v7();
}

/** Whether `text` has the form of an id; anything else cannot name a row. */
export function isId(text: string): boolean {
  return validate(text);
}
