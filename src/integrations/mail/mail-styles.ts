import { readableOn } from '#domain/mail/contrast.js';
import type { MailBrand } from './mail-brand.js';
import { buttonStyleOf } from './markup.js';

/** Mail programs have the fonts of their system and no others. */
export const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif";

export const COLORS = {
  ground: '#f1f3f6',
  card: '#ffffff',
  ink: '#1f2733',
  // 5.1 to 1 on the ground, 5.7 to 1 on the card.
  soft: '#5d6779',
  line: '#e4e8ee',
  panel: '#f7f8fa',
} as const;

/** The same places in programs that ask for a dark page. */
export const DARK_COLORS = {
  ground: '#12161c',
  card: '#1c222b',
  ink: '#eef1f5',
  soft: '#a9b4c2',
  line: '#3a4452',
} as const;

/** Classes of elements that have other colours than their tag on a dark page. */
export const DARK_CLASSES: Readonly<Record<string, string>> = {
  'a.button': 'mail-button',
  'p.quiet': 'mail-soft',
  th: 'mail-soft',
  blockquote: 'mail-soft',
};

/** Styles by tag, and by `tag.class` for the classes an author may use: mail programs want them on each element. */
export function bodyStyles(
  brand: Pick<MailBrand, 'accentColor' | 'accentTextColor'>,
): Record<string, string> {
  // Some programs let nothing be inherited, tables least of all.
  const own = `font-family:${FONT}`;
  const ink = `${own};color:${COLORS.ink}`;
  const cell = `padding:7px 0;${own};font-size:15px;line-height:22px;vertical-align:top;text-align:left;text-align:start`;
  return {
    p: `margin:0 0 16px;${ink};font-size:16px;line-height:25px`,
    'p.quiet': `margin:20px 0 0;${own};font-size:14px;line-height:21px;color:${COLORS.soft}`,
    // A code that is typed elsewhere: large, and alone on its line.
    'p.code': `margin:4px 0 20px;${own};font-size:34px;line-height:44px;font-weight:700;letter-spacing:6px;color:${COLORS.ink}`,
    a: `color:${readableOn(brand.accentColor, COLORS.card)};text-decoration:underline`,
    'a.button': buttonStyleOf(brand.accentColor, brand.accentTextColor),
    h2: `margin:28px 0 12px;${ink};font-size:19px;line-height:26px;font-weight:650`,
    h3: `margin:24px 0 8px;${ink};font-size:16px;line-height:24px;font-weight:650`,
    ul: 'margin:0 0 16px;padding:0 22px',
    ol: 'margin:0 0 16px;padding:0 22px',
    li: `margin:0 0 6px;${ink};font-size:16px;line-height:25px`,
    hr: `margin:24px 0;border:0;border-top:1px solid ${COLORS.line}`,
    img: 'max-width:100%;height:auto;border:0',
    blockquote: `margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${COLORS.line};color:${COLORS.soft}`,
    'table.facts': `width:100%;margin:4px 0 20px;border-collapse:collapse;border-top:1px solid ${COLORS.line};border-bottom:1px solid ${COLORS.line}`,
    th: `${cell};padding-right:20px;width:34%;font-weight:400;color:${COLORS.soft}`,
    td: `${cell};color:${COLORS.ink};font-weight:600`,
  };
}
