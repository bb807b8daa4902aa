import type { TemplateContent } from './mail-template.js';

/** The words of templates in another language, by `eventType/role`. */
export type TranslatedWords = Readonly<Record<string, TemplateContent>>;

type Words = Omit<TemplateContent, 'preheader'> & { preheader?: string };

/** Without a preheader mail programs show the first words of the body. */
export function translated<Key extends string>(words: Readonly<Record<Key, Words>>): TranslatedWords {
  return Object.fromEntries(
    Object.entries<Words>(words).map(([key, value]) => [key, { preheader: '', ...value }]),
  );
}
