/**
 * What no text of ours may hold. NUL and halves of surrogate pairs: JSON and URLs can carry them, UTF-8 text in the database
 * cannot. U+FFFE and U+FFFF: the database keeps them, but they are no characters of XML 1.0 (section 2.2), and one of them makes
 * a whole workbook or sitemap unreadable.
 */
const UNSTORABLE = /[\0\p{Cs}\uFFFE\uFFFF]/u;

const DROPPED = new RegExp(UNSTORABLE, 'gu');

/** Whether the database can keep a text, and every file that we write show it. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** A text without what could not be kept, for what others send and cannot send again better. */
export function storableText(text: string): string {
  return text.replace(DROPPED, '');
}

/** The same for every text of a value of JSON, names of fields included. */
export function storableJson<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storableJson) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [storableText(key), storableJson(below)]),
  ) as T;
}
