import { describe, expect, it } from '@jest/globals';
import { builtInWords } from '#domain/mail/built-in-words.js';
import { sampleWords } from '#domain/mail/hindi/sample-words.js';
import type { MailTemplate } from '#domain/mail/mail-template.js';
import { englishPhrases } from '#domain/mail/phrases/english-phrases.js';
import { hindiPhrases } from '#domain/mail/phrases/hindi-phrases.js';
import { effectiveWords } from '#domain/mail/template-override.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { moneyFieldsOf, templateVariables } from '#domain/mail/template-variables.js';
import { testTemplate } from '#domain/mail/test-template.js';
import { variablesIn } from '#integrations/mail/template-language.js';
import { sampleValues } from '#operations/mail/render-mail.js';
import { renderTemplate } from '#integrations/mail/render-template.js';

const templates = [...mailTemplates, testTemplate];
const keyOf = ({ eventType, role }: MailTemplate) => `${eventType}/${role}`;
const parts = ['subject', 'heading', 'preheader', 'body'] as const;

/** Names and abbreviations that Indian shops write in Latin letters. */
const KEPT =
  /^(AWB|GST|GSTIN|HSN|SKU|UPI|CSV|API|M|URL|superAdmin|Delhivery|Chrome|Windows|NEFT|UTR|INV|INR|KT-KURTA-IN-M|BR-DIYA-S)$/;

/** Words in Latin letters that are not names, codes, addresses or keys. */
function englishWords(text: string): string[] {
  const own = text
    .replace(/https?:\/\/\S+|[\w.+-]+@[\w.-]+/g, ' ')
    .replace(/\b[\w-]*\d[\w-]*\b|\b\w+(\.\w+)+\b/g, ' ');
  return (own.match(/[A-Za-z][A-Za-z'-]*/g) ?? []).filter((word) => !KEPT.test(word));
}

/** A body without its markup and variables. */
const wordsOf = (text: string) => text.replace(/\{\{.*?\}\}/gs, ' ').replace(/<[^>]*>/g, ' ');
const shape = (body: string) => body.match(/<\/?[a-z0-9]+|class="[^"]*"|href="[^"]*"/g);

describe('the Hindi words of mails', () => {
  it.each(templates.map((template) => [keyOf(template), template] as const))(
    '%s says everything that the English mail says',
    (_key, template) => {
      const hindi = builtInWords(template, 'hi');
      if (!hindi) throw new Error('there are no words');
      for (const part of parts) {
        expect(variablesIn(part, hindi[part]).sort()).toEqual(variablesIn(part, template[part]).sort());
        expect(hindi[part] === '').toBe(template[part] === '');
        expect(englishWords(wordsOf(hindi[part]))).toEqual([]);
      }
      expect(shape(hindi.body)).toEqual(shape(template.body));
      expect(hindi.body).not.toBe(template.body);
    },
  );

  it.each(templates.map((template) => [keyOf(template), template] as const))(
    '%s is rendered without an English word',
    (_key, template) => {
      const { content, locale } = effectiveWords(template, [], ['hi', 'en']);
      const { payload, customerName, summaries } = sampleValues(template, locale);
      const brand = {
        storeName: 'हाट',
        storeUrl: 'https://store.example.com',
        supportEmail: 'help@example.com',
        accentColor: '#0f5c4d',
        accentTextColor: '#ffffff',
        logoUrl: '',
        footerText: '',
        footerLinks: [],
        socialLinks: [],
      };
      const mail = renderTemplate(content, {
        customerName,
        brand,
        summaries,
        language: locale,
        variables: templateVariables({
          payload,
          currency: 'INR',
          timeZone: 'Asia/Kolkata',
          locale,
          moneyFields: moneyFieldsOf(template),
          instantFields: template.variables.filter(({ kind }) => kind === 'instant').map(camelName),
          dayFields: template.variables.filter(({ kind }) => kind === 'day').map(camelName),
        }),
        declared: template.variables.map(({ name }) => name),
      });
      expect(mail.html).toContain('<html dir="ltr" lang="hi"');
      expect(englishWords(`${mail.subject}\n${mail.text}`)).toEqual([]);
      // The line beside the subject is cut at a length.
      const shown = mail.html.slice(mail.html.lastIndexOf('&#847;'));
      expect(englishWords(shown.replace(/<style.*?<\/style>|<!--.*?-->|<[^>]*>|&\w+;/gs, ' '))).toEqual([]);
    },
  );

  it('has every phrase of the platform, with the same values', () => {
    const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, english] of Object.entries(englishPhrases)) {
      const hindi = hindiPhrases[key as keyof typeof hindiPhrases];
      expect([key, names(hindi)]).toEqual([key, names(english)]);
      expect([key, englishWords(hindi.replace(/\{\w+\}/g, ' '))]).toEqual([key, []]);
    }
  });

  it('has a translated sample for none but texts of the English samples', () => {
    const all = JSON.stringify(templates.map((template) => sampleValues(template)));
    expect(Object.keys(sampleWords).filter((text) => !all.includes(text))).toEqual([]);
  });
});

function camelName({ name }: { name: string }): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
