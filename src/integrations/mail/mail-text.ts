import { compile, type FormatCallback } from 'html-to-text';
import { phrase, say } from '#domain/mail/phrase.js';
import { MAX_NESTED } from './mail-body.js';
import type { MailBrand } from './mail-brand.js';

const LINE_LENGTH = 76;

/** `View your order: https://…`; an address whose text is the address stands once. */
const link: FormatCallback = (element, walk, builder) => {
  walk(element.children ?? [], builder);
  const href = (element.attribs as Record<string, string> | undefined)?.['href'] ?? '';
  const text = (element.children?.[0] as { data?: string } | undefined)?.data?.trim();
  if (href !== '' && text !== href.replace(/^mailto:/, '')) {
    builder.addInline(`: ${href}`, { noWordTransform: true });
  }
};

/** What a picture shows, in words; nothing for one that only decorates. */
const alternative: FormatCallback = (element, _walk, builder) => {
  const alt = ((element.attribs as Record<string, string> | undefined)?.['alt'] ?? '').trim();
  if (alt !== '') builder.addInline(alt);
};

const toText = compile({
  wordwrap: LINE_LENGTH,
  // Without U+200B, which the library takes for a blank: it would tear words apart.
  whitespaceCharacters: ' \t\r\n\f',
  limits: { maxDepth: MAX_NESTED, ellipsis: '' },
  formatters: { link, alternative },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'alternative' },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 60 } },
  ],
});

/** The body of a mail as plain text. */
export function bodyText(html: string): string {
  return toText(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The whole text alternative: title, body, and what the foot says. */
export function mailText(heading: string, body: string, brand: MailBrand, language = 'en'): string {
  const foot = [
    [brand.storeName, brand.storeUrl].filter(Boolean).join(' - '),
    ...brand.footerLinks.map(({ label, url }) => `${label}: ${url}`),
    brand.supportEmail && say(phrase('foot.questions', { address: brand.supportEmail }), language),
    brand.footerText,
  ];
  const parts = [heading, body, `--\n${foot.filter(Boolean).join('\n')}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
