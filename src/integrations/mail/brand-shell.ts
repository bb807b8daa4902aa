import { escapeHtml } from '#integrations/http/escape-html.js';
import { phrase, say } from '#domain/mail/phrase.js';
import { readableOn } from '#domain/mail/contrast.js';
import { brandPalette } from './dark-palette.js';
import type { MailBrand } from './mail-brand.js';
import { COLORS } from './mail-styles.js';
import { fillMarkup } from './markup.js';
import { textDirection } from './text-direction.js';

export interface ShellInput {
  subject: string;
  /** Plain text; left out when empty. */
  heading: string;
  /** HTML that is safe already. */
  body: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  /** Safe already, see `safeBrand`. */
  brand: MailBrand;
  /** BCP 47. */
  language: string;
  structuredData?: Readonly<Record<string, unknown>>;
}

/** Keeps programs from showing the words of the mail behind its preview. */
export const PREVIEW_END = '&#847;&zwnj;&nbsp;'.repeat(40);

export const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n';

/** Puts a body between the logo and the foot of the store. */
export function brandShell(shell: ShellInput): string {
  const { subject, heading, body, preview, brand, language, structuredData } = shell;
  return `${DOCTYPE}${fillMarkup('shell', {
    language: escapeHtml(language),
    dir: textDirection(language),
    subject: escapeHtml(subject),
    palette: brandPalette(brand),
    structuredData: structuredData ? jsonLd(structuredData) : '',
    ground: COLORS.ground,
    preview: escapeHtml(preview),
    previewEnd: PREVIEW_END,
    accent: brand.accentColor,
    head: head(brand),
    heading: heading ? fillMarkup('heading', { text: escapeHtml(heading) }) : '',
    body,
    foot: foot(brand, language),
  })}`;
}

/** No value can end the element: what would begin a tag is written as its number. */
function jsonLd(data: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/ld+json">${json}</script>`;
}

function head(brand: MailBrand): string {
  const name = escapeHtml(brand.storeName);
  const color = readableOn(brand.accentColor, COLORS.ground);
  const inside = brand.logoUrl
    ? fillMarkup('logo', { src: escapeHtml(brand.logoUrl), name, height: '36', color })
    : fillMarkup('storeName', { name, color });
  return brand.storeUrl
    ? fillMarkup('headLink', { href: escapeHtml(brand.storeUrl), color: brand.accentColor, inside })
    : inside;
}

/** A link that is a small picture, or its name where there is none. */
export function iconLink(link: MailBrand['socialLinks'][number], color: string, height: number): string {
  const name = escapeHtml(link.platform);
  const inside = link.icon
    ? fillMarkup('icon', { src: escapeHtml(link.icon), name, height: String(height), color })
    : name;
  const decoration = link.icon ? 'none' : 'underline';
  return fillMarkup('iconLink', { href: escapeHtml(link.url), color, inside, decoration });
}

function foot(brand: MailBrand, language: string): string {
  const link = (label: string, url: string) =>
    fillMarkup('textLink', { href: escapeHtml(url), color: COLORS.soft, label: escapeHtml(label) });
  const social = brand.socialLinks.map((item) => iconLink(item, COLORS.soft, 22));
  const links = brand.footerLinks.map(({ label, url }) => link(label, url));
  const support = brand.supportEmail
    ? say(
        phrase('foot.questions', { address: link(brand.supportEmail, `mailto:${brand.supportEmail}`) }),
        language,
      )
    : '';
  const text = brand.footerText ? escapeHtml(brand.footerText).replace(/\r?\n/g, '<br>') : '';
  return [social.join(''), links.join(' &nbsp;&middot;&nbsp; '), support, text]
    .filter((line) => line !== '')
    .map((inside) => fillMarkup('footLine', { inside }))
    .join('\n');
}
