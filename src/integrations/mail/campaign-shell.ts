import type { CampaignColors } from '#domain/campaigns/campaign-colors.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { DOCTYPE, PREVIEW_END } from './brand-shell.js';
import type { MailBrand } from './mail-brand.js';
import { softOn } from './campaign-colors.js';
import { campaignPalette } from './dark-palette.js';
import { fillMarkup } from './markup.js';
import { textDirection } from './text-direction.js';

export interface CampaignShell {
  subject: string;
  preview: string;
  /** Blocks of the column, safe already. */
  rows: string[];
  brand: MailBrand;
  colors: CampaignColors;
  /** BCP 47. */
  language: string;
  /** Lines of the store's postal address. */
  postalAddress: string;
  /** The mark of the link that ends the mails. */
  unsubscribeUrl: string;
}

/** Puts the blocks of a campaign into one column, with the foot that no author can leave out. */
export function campaignShell({
  subject,
  preview,
  rows,
  brand,
  colors: { light, dark },
  language,
  postalAddress,
  unsubscribeUrl,
}: CampaignShell): string {
  const name = escapeHtml(brand.storeName);
  const soft = softOn(light.ground);
  const unsubscribe = fillMarkup('textLink', { href: unsubscribeUrl, color: soft, label: 'Unsubscribe' });
  const foot = [
    `<strong>${name}</strong>`,
    escapeHtml(postalAddress).replace(/\r?\n/g, '<br>'),
    `You get this mail as a customer of ${name}. ${unsubscribe}`,
  ];
  return `${DOCTYPE}${fillMarkup('campaign', {
    language: escapeHtml(language),
    dir: textDirection(language),
    subject,
    palette: campaignPalette(dark),
    structuredData: '',
    ground: light.ground,
    preview,
    previewEnd: PREVIEW_END,
    card: light.card,
    ink: light.ink,
    rows: rows.join('\n'),
    soft,
    foot: foot
      .filter(Boolean)
      .map((inside) => fillMarkup('campaignFootLine', { inside }))
      .join('\n'),
  })}`;
}
