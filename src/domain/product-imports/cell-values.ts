import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { GST_RATES } from '#domain/tax/gst-rate.js';
import { MAX_PICTURE_URL, readPictureUrl } from '#domain/_shared/picture.js';

/** A cell's value, or a sentence that says why it has none. */
export type Parsed<T> = { value: T; reason?: undefined } | { reason: string; value?: undefined };

/** Postgres `integer`, in which stock, weights and the prices of the search index are kept. */
const MAX_INTEGER = 2_147_483_647;

/** The cell's text for use inside a sentence, in quotation marks and shortened. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}

/**
 * Reads a price in currency units, as subunits: `1250.5` is 125050. Digit by digit, never through a fraction.
 * Thousands separators are taken only where they cannot be a decimal comma: `1,250.00`, `1,25,000`.
 */
export function parsePrice(cell: string): Parsed<number> {
  const text = asciiDigits(cell);
  if (/^[-−]|^\(.*\)$/.test(text)) return { reason: `${quoted(text)} is below zero.` };
  if (/\p{Sc}|^(?:rs|inr|usd|eur)|(?:rs|inr|usd|eur)\.?$/iu.test(text)) {
    return { reason: `${quoted(text)} has a currency in it. Write only the number, like 1250.00.` };
  }
  const plain = withoutSeparators(text);
  if (plain === undefined) {
    return {
      reason: `${quoted(text)} can be read in more than one way. Write it with a point before the decimals and no other separators, like 1250.00.`,
    };
  }
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plain);
  const [, whole = '', decimals = ''] = match ?? [];
  if (!match || whole + decimals === '') {
    return { reason: `${quoted(text)} is not a price. Write a number like 1250.00.` };
  }
  if (/[1-9]/.test(decimals.slice(2))) {
    return { reason: `${quoted(text)} has more than two decimal places.` };
  }
  const digits = (whole + decimals.slice(0, 2).padEnd(2, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > 10 || Number(digits) > MAX_INTEGER) {
    return { reason: `${quoted(text)} is more than the highest price, 21474836.47.` };
  }
  return { value: Number(digits) };
}

/** Takes out western (1,250,000) or Indian (12,50,000) grouping; undefined where a comma may be a decimal comma. */
function withoutSeparators(text: string): string | undefined {
  if (!text.includes(',')) return text;
  const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$|^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/.test(text);
  // One comma and no point: 1,250 is a thousand to some and a unit to others.
  const certain = text.includes('.') || text.indexOf(',') !== text.lastIndexOf(',');
  return grouped && certain ? text.replaceAll(',', '') : undefined;
}

/** Reads a whole number; spreadsheets may have written it as `10.0`. May be negative. */
export function parseInteger(cell: string): Parsed<number> {
  const text = asciiDigits(cell);
  const match = /^([-−+]?)(\d+)(?:\.0*)?$/.exec(text);
  const number = Number(match?.[2]);
  if (!match) return { reason: `${quoted(text)} is not a whole number.` };
  if (number > MAX_INTEGER)
    return { reason: `${quoted(text)} is too large; at most ${MAX_INTEGER} is possible.` };
  return { value: number === 0 || !['-', '−'].includes(match[1] ?? '') ? number : -number };
}

/** Reads a weight in grams. Zero means that it is not known; a fraction is rounded, to no less than a gram. */
export function parseGrams(cell: string): Parsed<number | null> {
  const text = asciiDigits(cell);
  if (!/^\d+(?:\.\d*)?$|^\.\d+$/.test(text)) {
    return { reason: `${quoted(text)} is not a weight. Write grams as a number, like 250.` };
  }
  const grams = Number(text);
  if (grams > MAX_INTEGER) return { reason: `${quoted(text)} is too large for a weight in grams.` };
  return { value: grams === 0 ? null : Math.max(1, Math.round(grams)) };
}

/** Reads a percent of GST (`18`, `0.25 %`), `nil` for one of 0, or `exempt`. */
export function parseGst(cell: string): Parsed<{ gstRate: number | null; gstExempt: boolean }> {
  const text = asciiDigits(cell);
  const word = text.toLowerCase().replace(/[\s-]*(?:rated)?$/, '');
  if (word === 'exempt' || word === 'exempted') return { value: { gstRate: null, gstExempt: true } };
  if (word === 'nil') return { value: { gstRate: 0, gstExempt: false } };
  const rate = Number(/^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(text)?.[1] ?? NaN);
  if (GST_RATES.some((known) => known === rate)) return { value: { gstRate: rate, gstExempt: false } };
  return { reason: `${quoted(text)} is not a GST rate. Write a percent like 18 or 0.25, nil, or exempt.` };
}

/** Reads a yes or no in the spellings that shop software writes. */
export function parseFlag(text: string): Parsed<boolean> {
  const word = text.toLowerCase();
  if (['true', 'yes', 'y', '1'].includes(word)) return { value: true };
  if (['false', 'no', 'n', '0'].includes(word)) return { value: false };
  return { reason: `${quoted(text)} is neither TRUE nor FALSE.` };
}

/** Reads the address of a picture on the web, in its normal form. */
export function parseImageUrl(text: string): Parsed<string> {
  const read = readPictureUrl(text);
  if ('url' in read) return { value: read.url };
  switch (read.problem) {
    case 'no_web_address':
      return { reason: `${quoted(text)} is not a web address that starts with http:// or https://.` };
    case 'credentials':
      return { reason: 'The address of a picture must not contain a user name or password.' };
    case 'too_long':
      return { reason: `The address of this picture is longer than ${MAX_PICTURE_URL} characters.` };
  }
}

/** Reads a code that consists of digits, such as a barcode: those of every script are those of ASCII. */
export function parseNumberCode(text: string, maxLength: number): Parsed<string | null> {
  return parseCode(asciiDigits(text), maxLength);
}

/** Reads an article number. Shop software writes an apostrophe before one so that spreadsheets keep its zeros. */
export function parseCode(text: string, maxLength: number): Parsed<string | null> {
  const code = text.replace(/^'/, '').trim();
  if (code.length > maxLength) {
    return { reason: `${quoted(code)} has ${code.length} characters; at most ${maxLength} are possible.` };
  }
  return { value: code === '' ? null : code };
}
