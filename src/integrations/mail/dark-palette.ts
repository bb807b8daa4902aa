import { type CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import { contrastRatio, READABLE_CONTRAST, readableOn, VISIBLE_CONTRAST } from '#domain/mail/contrast.js';
import { softOn } from './campaign-colors.js';
import type { MailBrand } from './mail-brand.js';
import { DARK_COLORS } from './mail-styles.js';

const MOBILE = `
@media (max-width: 620px) {
  .outer { padding: 16px 10px !important }
  .card { padding: 28px 22px 24px !important }
}
@media (max-width: 480px) {
  .mail-half { display: block !important; width: 100% !important; box-sizing: border-box }
}`;

const CAMPAIGN_MOBILE = `
@media (max-width: 620px) {
  .outer { padding: 12px 8px !important }
  .cell { padding-left: 20px !important; padding-right: 20px !important }
  .pair { padding-left: 10px !important; padding-right: 10px !important }
  .pair .column, .pair img { max-width: 100% !important }
  .keep .column { width: 50% !important }
}`;

type Brand = Pick<MailBrand, 'accentColor' | 'accentTextColor'>;

const made = new Map<string, string>();
/** Brands in use, and those of drafts. */
const KEPT = 50;

/** The styles of a mail that stand on no element: those of narrow screens, and of programs that ask for a dark page. */
export function brandPalette({ accentColor, accentTextColor }: Brand): string {
  const key = `${accentColor} ${accentTextColor}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const text = `${MOBILE}${darkRules(brandRules({ accentColor, accentTextColor }))}`;
  if (made.size >= KEPT) made.clear();
  made.set(key, text);
  return text;
}

/** The same for a campaign. */
export function campaignPalette(dark: CampaignPalette): string {
  return `${darkRules(campaignRules(dark))}${CAMPAIGN_MOBILE}`;
}

/** The palette wins over the styles of the elements; programs that recolour by themselves leave it out. */
function darkRules(rules: readonly (readonly [selectors: readonly string[], style: string])[]): string {
  const lines = rules.map(([selectors, style]) => `  ${selectors.join(', ')} { ${style} }`);
  return `\n@media (prefers-color-scheme: dark) {\n${lines.join('\n')}\n}`;
}

const GROUND = ['.ground', '.ground > table > tbody > tr > td'];

function brandRules({ accentColor, accentTextColor }: Brand) {
  const { ground, card, ink, soft, line } = DARK_COLORS;
  const button = readableOn(accentColor, card, VISIBLE_CONTRAST);
  const label =
    contrastRatio(accentTextColor, button) >= READABLE_CONTRAST
      ? accentTextColor
      : readableOn(accentTextColor, button);
  const inCard = ['h1', 'h2', 'h3', 'p', 'li', 'td', 'strong', '.mail-ink'].map((tag) => `.card ${tag}`);
  return [
    [GROUND, `background-color: ${ground} !important`],
    [['.card'], `background-color: ${card} !important`],
    [inCard, `color: ${ink} !important`],
    [['.card .mail-soft', '.foot', '.foot a'], `color: ${soft} !important`],
    [['.card table', '.card td', '.card hr', '.card blockquote'], `border-color: ${line} !important`],
    [['.card a:not(.mail-button)'], `color: ${readableOn(accentColor, card)} !important`],
    [['.card a.mail-button'], `background-color: ${button} !important; color: ${label} !important`],
    [['.head .mail-name', '.head img'], `color: ${readableOn(accentColor, ground)} !important`],
    [['.foot img'], `color: ${soft} !important`],
  ] as const;
}

function campaignRules({ ground, card, ink, accent, accentText }: CampaignPalette) {
  const inColumn = ['', ' td', ' p', ' li', ' h1', ' h2', ' h3', ' div', ' .mail-name', ' img'].map(
    (tag) => `.ink${tag}`,
  );
  return [
    [GROUND, `background-color: ${ground} !important`],
    [['.card'], `background-color: ${card} !important`],
    [inColumn, `color: ${ink} !important`],
    [['.soft', '.soft a'], `color: ${softOn(ground)} !important`],
    [['.rule'], 'border-color: #3a4452 !important'],
    [['.coupon'], `border-color: ${readableOn(accent, card, VISIBLE_CONTRAST)} !important`],
    [['.ink .quiet'], `color: ${softOn(card)} !important`],
    [
      ['.ink a:not(.mail-button)', '.ink a:not(.mail-button) img'],
      `color: ${readableOn(accent, card)} !important`,
    ],
    [['.ink a.mail-button'], `background-color: ${accent} !important; color: ${accentText} !important`],
  ] as const;
}
