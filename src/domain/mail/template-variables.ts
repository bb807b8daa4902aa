import { dayFirst, inLakhs, isIndian } from './indian-formats.js';
import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { MailTemplate, TemplateVariable } from './mail-template.js';
import { isPhrase, type Phrase, say } from './phrase.js';

export type VariableValue = string | number | boolean;
export type TemplateVariables = Readonly<Record<string, VariableValue>>;

export interface TemplateVariablesInput {
  /** The event's payload. Those of its top-level scalars become variables that the template declares. */
  payload: Readonly<Record<string, unknown>>;
  /** Names of declared variables, in snake_case; undefined takes every scalar. */
  names?: readonly string[];
  /** Payload keys that are money in integer subunits. */
  moneyFields?: readonly string[];
  /** Payload keys that are UTC instants, ISO 8601 or Date. */
  instantFields?: readonly string[];
  /** Payload keys that are UTC instants of which the day alone is shown. */
  dayFields?: readonly string[];
  /** ISO 4217; the payload's own `currency` goes before it. */
  currency: string;
  /** IANA name, in which instants are shown. */
  timeZone: string;
  /** BCP 47, the language of the words; English when undefined. */
  locale?: string;
}

/**
 * The variables of a payload: names in snake_case; money and instants formatted, with the raw value under `<name>_raw`.
 */
export function templateVariables(input: TemplateVariablesInput): Record<string, VariableValue> {
  const locale = input.locale ?? 'en';
  const own = input.payload['currency'];
  const currency = typeof own === 'string' && own !== '' ? own : input.currency;
  const declared = input.names && new Set(input.names);
  const variables: Record<string, VariableValue> = {};
  for (const [key, value] of Object.entries(input.payload)) {
    const name = variableName(key);
    if (declared && !declared.has(name)) continue;
    if (input.moneyFields?.includes(key) && typeof value === 'number') {
      variables[name] = formatMoney(value, currency, locale);
      variables[`${name}_raw`] = value;
    } else if (input.instantFields?.includes(key) && isInstant(value)) {
      variables[name] = formatInstant(value, input.timeZone, locale);
      variables[`${name}_raw`] = new Date(value).toISOString();
    } else if (input.dayFields?.includes(key) && isInstant(value)) {
      variables[name] = formatDay(value, input.timeZone, locale);
    } else if (isPhraseList(value)) {
      variables[name] = value.map((words) => say(words, locale)).join(' ');
    } else if (isPhrase(value)) {
      variables[name] = say(value, locale);
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      variables[name] = value;
    }
  }
  return variables;
}

/** The payload keys of a template that hold money, in the spelling of the payload. */
export function moneyFieldsOf(template: Pick<MailTemplate, 'variables'>): string[] {
  return payloadKeys(template.variables, 'money');
}

/** The payload keys of a template that hold instants, in the spelling of the payload. */
export function instantFieldsOf(template: Pick<MailTemplate, 'variables'>): string[] {
  return payloadKeys(template.variables, 'instant');
}

/** The payload keys of a template of which the day alone is shown. */
export function dayFieldsOf(template: Pick<MailTemplate, 'variables'>): string[] {
  return payloadKeys(template.variables, 'day');
}

/** Making a formatter takes longer than the rest of a mail; there are as many as languages and settings name. */
const formats = new Map<string, unknown>();

function kept<Format>(key: string, make: () => Format): Format {
  const found = formats.get(key) as Format | undefined;
  if (found !== undefined) return found;
  const made = make();
  formats.set(key, made);
  return made;
}

/** A language without a region is written as at home: `en` is `en-IN`. */
function regional(locale: string): string {
  return locale.includes('-') ? locale : `${locale}-${HOME_COUNTRY}`;
}

/** In English `3:00 pm`; Hindi names the time of day, `दोपहर 3:00`, where its data has nothing but `pm`. */
function timeStyle(locale: string): Intl.DateTimeFormatOptions {
  return locale.split('-')[0] === 'hi'
    ? {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        dayPeriod: 'long',
      }
    : { dateStyle: 'medium', timeStyle: 'short' };
}

/** `284900` INR subunits become `₹2,849.00`. Exact: the amount never becomes a fraction. */
export function formatMoney(subunits: number, currency: string, locale = 'en'): string {
  if (!Number.isSafeInteger(subunits)) throw new RangeError('Money must be an integer number of subunits');
  const digits = String(Math.abs(subunits)).padStart(3, '0');
  const decimal = `${subunits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const format = kept(
    `money ${locale} ${currency}`,
    () => new Intl.NumberFormat(regional(locale), { style: 'currency', currency, minimumFractionDigits: 2 }),
  );
  const amount = decimal as `${number}`;
  return currency === 'INR' && isIndian(regional(locale)) ? inLakhs(format, amount) : format.format(amount);
}

function written(format: Intl.DateTimeFormat, locale: string, value: string | Date): string {
  const at = new Date(value);
  return isIndian(regional(locale)) ? dayFirst(format, at) : format.format(at);
}

/** `2026-11-21T09:30:00Z` becomes `21 Nov 2026, 3:00 pm` in India. */
export function formatInstant(value: string | Date, timeZone: string, locale = 'en'): string {
  const format = kept(
    `instant ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(regional(locale), { ...timeStyle(locale), timeZone }),
  );
  return written(format, locale, value);
}

/** `2026-11-21T09:30:00Z` becomes `Sat, 21 Nov 2026` in India. */
export function formatDay(value: string | Date, timeZone: string, locale = 'en'): string {
  const format = kept(
    `day ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(regional(locale), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone,
      }),
  );
  return written(format, locale, value);
}

/** How templates call what an event carries: `orderNumber` becomes `order_number`. */
export function variableName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function payloadKeys(variables: readonly TemplateVariable[], kind: TemplateVariable['kind']): string[] {
  return variables
    .filter((variable) => variable.kind === kind)
    .map(({ name }) => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()));
}

function isPhraseList(value: unknown): value is Phrase[] {
  return Array.isArray(value) && value.every(isPhrase);
}

function isInstant(value: unknown): value is string | Date {
  return (typeof value === 'string' || value instanceof Date) && !Number.isNaN(new Date(value).getTime());
}
