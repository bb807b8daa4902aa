import { localeChain } from './locales.js';
import { englishPhrases, type PhraseKey } from './phrases/english-phrases.js';
import { hindiPhrases } from './phrases/hindi-phrases.js';

/** Words of the platform inside a mail, which are written in the language of the mail when it is rendered. */
export interface Phrase {
  phrase: PhraseKey;
  values?: Readonly<Record<string, Words | number>>;
}

/** Text as it is, or words of the platform. */
export type Words = string | Phrase;

const phrases: Readonly<Record<string, Readonly<Record<PhraseKey, string>>>> = {
  en: englishPhrases,
  hi: hindiPhrases,
};

/** `phrase('totals.includes', { tax: 'GST 12%' })` */
export function phrase(key: PhraseKey, values?: Phrase['values']): Phrase {
  return { phrase: key, ...(values ? { values } : {}) };
}

export function isPhrase(value: unknown): value is Phrase {
  return typeof value === 'object' && value !== null && 'phrase' in value;
}

/** Words in a language; those of a language without phrases in English. */
export function say(words: Words, locale: string): string {
  if (typeof words === 'string') return words;
  const own = localeChain(locale, 'en').map((tag) => phrases[tag]?.[words.phrase]);
  const text = own.find((found) => found !== undefined) ?? '';
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = words.values?.[name] ?? '';
    return typeof value === 'number' ? String(value) : say(value, locale);
  });
}
