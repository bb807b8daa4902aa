import type { Store } from './declarations.js';

/** Numbers, amounts and times as people read them; amounts are subunits, times instants. */

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** One of each kind: to make one costs more than to write hundreds of values, and a table has thousands. */
function kept<Format>(formats: Map<string, Format>, make: () => Format, ...key: unknown[]): Format {
  const name = JSON.stringify(key);
  const format = formats.get(name) ?? make();
  formats.set(name, format);
  return format;
}

const numberFormat = (locales: string, options: Intl.NumberFormatOptions = {}) =>
  kept(numberFormats, () => new Intl.NumberFormat(locales, options), locales, options);

const dateFormat = (locales: string, options: Intl.DateTimeFormatOptions) =>
  kept(dateFormats, () => new Intl.DateTimeFormat(locales, options), locales, options);

export function money(subunits: number, currency: string): string {
  return numberFormat(locale(currency), { style: 'currency', currency }).format(subunits / 100);
}

/** For a figure that is read from afar: without subunits once it has five digits. */
export function wholeMoney(subunits: number, currency: string): string {
  if (Math.abs(subunits) < 1_000_000) return money(subunits, currency);
  const options = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  return numberFormat(locale(currency), options).format(subunits / 100);
}

/** The grouping of digits that goes with the money: lakhs for rupees. */
function locale(currency: string): string {
  return currency === 'INR' ? 'en-IN' : 'en';
}

export const number = (value: number) => numberFormat('en').format(value);

export function time(instant: string, { timeZone }: Pick<Store, 'timeZone'>): string {
  return dateFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant));
}

/** A day without a time, `2026-12-04`, as couriers in India mean it: `Fri, 4 Dec`. */
export function dayInIndia(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return dateFormat('en-GB', options).format(new Date(`${day}T00:00:00Z`));
}

/** The day of the store that an instant falls on: `2026-11-24`. */
export function dayOf(instant: string | number, { timeZone }: Pick<Store, 'timeZone'>): string {
  return wallClock(new Date(instant).getTime(), timeZone).slice(0, 10);
}

/** The day and minute of the store: `2026-11-24 09:30`. */
export function minuteOf(instant: string | number, { timeZone }: Pick<Store, 'timeZone'>): string {
  return wallClock(new Date(instant).getTime(), timeZone).slice(0, 16);
}

/** The instant at which a day of the store begins; `day` as `dayOf` writes it. */
export function startOfDay(day: string, store: Pick<Store, 'timeZone'>): string {
  return instantAt(Date.parse(`${day}T00:00:00Z`), store);
}

/** The instant of a day and minute of the store, `2026-11-24T09:30` as fields of browsers have it; undefined for no time. */
export function instantOf(text: string, store: Pick<Store, 'timeZone'>): string | undefined {
  const written = Date.parse(`${text.slice(0, 16)}Z`);
  return Number.isNaN(written) ? undefined : instantAt(written, store);
}

/** @param written the time that clocks of the store show, as if it were UTC */
function instantAt(written: number, { timeZone }: Pick<Store, 'timeZone'>): string {
  const offsetAt = (ms: number) => Date.parse(`${wallClock(ms, timeZone).replace(' ', 'T')}Z`) - ms;
  // The offset of the instant itself, which is another one on a day that the clocks change.
  return new Date(written - offsetAt(written - offsetAt(written))).toISOString();
}

/** `2026-11-24 09:30:00`: Swedish writes dates so. */
function wallClock(ms: number, timeZone: string): string {
  return dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms);
}

export const utc = (instant: string) => `${instant.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 hours ago`, `in 5 minutes`. */
export function ago(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

const irregular: Record<string, string> = {
  entityId: 'Entity ID',
  actorId: 'Actor ID',
  ean: 'EAN',
  upc: 'UPC',
  // A customer group that is kept as a list.
  static: 'By hand',
  // Couriers, as they write their names.
  bluedart: 'Blue Dart',
  dtdc: 'DTDC',
  ecom_express: 'Ecom Express',
  india_post: 'India Post',
  amazon_shipping: 'Amazon Shipping',
};

/** Words that are not written as words. */
const acronyms: Record<string, string> = {
  ...Object.fromEntries(
    [
      'API',
      'AWB',
      'COD',
      'DSN',
      'GST',
      'GSTIN',
      'HSN',
      'ID',
      'QR',
      'SEO',
      'SKU',
      'SMTP',
      'HTTP',
      'TCS',
      'TDS',
      'UPI',
      'URL',
    ].map((word) => [word.toLowerCase(), word]),
  ),
  ids: 'IDs',
  urls: 'URLs',
  email: 'e-mail',
  fbt: 'bought together',
  mailapi: 'mail API',
};

/** The words of HTML, as search engines show them. */
export function plainText(html: string | null): string {
  return (html ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A country as people call it: `IN` is India. */
export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** Where a refused value stood, for a person: `body.addresses.0.postalCode` is `Addresses 1: postal code`. */
export function fieldLabel(path: string): string {
  const names = path.replace(/^(body|query|path)\./, '').split('.');
  const [first = '', ...rest] = names.map((name) =>
    /^\d+$/.test(name) ? String(Number(name) + 1) : label(name),
  );
  return rest.reduce((text, name) => `${text}${/^\d/.test(name) ? ' ' : ': '}${name}`, first);
}

/** `createdAt` is `Created`, `grandTotal` is `Grand total`. */
export function label(name: string): string {
  const known = irregular[name];
  if (known) return known;
  const words = name
    .replace(/(.)Ids$/, '$1s')
    .replace(/(.)Id$/, '$1')
    .replace(/(.)At$/, '$1')
    .replace(/[_-]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const spelled = words.replace(/[a-z]+/g, (word) => acronyms[word] ?? word);
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
