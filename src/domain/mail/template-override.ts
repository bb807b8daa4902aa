import {
  boolean,
  type Columns,
  instant,
  nullable,
  type RowOf,
  text,
  textOf,
} from '#domain/_shared/columns.js';
import { builtInWords } from './built-in-words.js';
import type { MailTemplate, TemplateContent, TemplateRole } from './mail-template.js';

/** What an operator has changed about a template in one language; null falls back to the default. */
export const templateOverrideColumns = {
  eventType: text,
  role: textOf<TemplateRole>(),
  /** BCP 47. */
  locale: text,
  /** The same in every language. */
  enabled: boolean,
  subject: nullable(text),
  heading: nullable(text),
  preheader: nullable(text),
  body: nullable(text),
  updatedAt: instant,
} as const satisfies Columns;
export type TemplateOverride = RowOf<typeof templateOverrideColumns>;

export const contentParts = [
  'subject',
  'heading',
  'preheader',
  'body',
] as const satisfies readonly (keyof TemplateContent)[];

/** Longest texts, in UTF-16 units. */
export const CONTENT_LIMITS = { subject: 250, heading: 250, preheader: 250, body: 100_000 } as const;

/** Words that somebody is writing: undefined takes what is in effect, null and blank text the default. */
export type TemplateDraft = { [Part in keyof TemplateContent]?: string | null };

/** The words of an override, in its language. */
export type OverrideWords = Pick<TemplateOverride, 'locale' | keyof TemplateContent>;

export interface LocalWords {
  content: TemplateContent;
  /** The language of the body. */
  locale: string;
}

/**
 * The words in effect along a chain of languages: in each the override's, part by part, else those of the platform. The
 * body decides the language; a subject or heading that is missing in it comes from the next one. The chain ends with English.
 */
export function effectiveWords(
  template: MailTemplate,
  overrides: readonly OverrideWords[],
  chain: readonly string[],
): LocalWords {
  const found = chain.map((locale) => {
    const override = overrides.find((item) => item.locale === locale);
    const builtIn = builtInWords(template, locale);
    const part = (name: keyof TemplateContent) => override?.[name] || builtIn?.[name] || '';
    return { locale, part };
  });
  const main = found.findIndex(({ part }) => part('body') !== '');
  const { locale = 'en' } = found[main] ?? {};
  const first = (name: keyof TemplateContent) =>
    found.map(({ part }) => part(name)).find((text) => text !== '') ?? template[name];
  const preheader = found.slice(0, main + 1).map(({ part }) => part('preheader'));
  return {
    content: {
      subject: first('subject'),
      heading: first('heading'),
      body: first('body'),
      preheader: preheader.find((text) => text !== '') ?? '',
    },
    locale,
  };
}

/** Whether a language of its own has words for a template: those of the platform, or a body of the operator's. */
export function hasWords(
  template: MailTemplate,
  overrides: readonly OverrideWords[],
  locale: string,
): boolean {
  const override = overrides.find((item) => item.locale === locale);
  return builtInWords(template, locale) !== undefined || Boolean(override?.body);
}

/** Whether the mail is sent: mails of accounts always are. */
export function isEnabled(
  template: Pick<MailTemplate, 'alwaysSends'>,
  overrides: readonly Pick<TemplateOverride, 'enabled'>[],
): boolean {
  return template.alwaysSends || overrides.every(({ enabled }) => enabled);
}

/** The words of a draft in the first language of the chain, over those in effect. */
export function draftWords(
  template: MailTemplate,
  overrides: readonly OverrideWords[],
  chain: readonly string[],
  draft: TemplateDraft,
): LocalWords {
  const [locale = 'en'] = chain;
  const saved = overrides.find((item) => item.locale === locale);
  const part = (name: keyof TemplateContent) =>
    (draft[name] === undefined ? saved?.[name] : draft[name]) ?? null;
  const drafted = {
    locale,
    subject: part('subject'),
    heading: part('heading'),
    preheader: part('preheader'),
    body: part('body'),
  };
  return effectiveWords(template, [drafted, ...overrides.filter((item) => item.locale !== locale)], chain);
}
