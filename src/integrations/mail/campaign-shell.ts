import type { CampaignColors, CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import { readableOn } from '#domain/mail/contrast.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import type { MailBrand } from './mail-brand.js';
import { softOn } from './campaign-colors.js';
import { FONT } from './mail-styles.js';

export interface CampaignShell {
  subject: string;
  preview: string;
  /** Rows of the table, safe already. */
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

/** The dark palette, for programs that ask for it; those that recolour by themselves get the light one. */
function darkPalette({ ground, card, ink, accent, accentText }: CampaignPalette): string {
  const link = readableOn(accent, card);
  return `
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${ground} !important }
  .card { background-color: ${card} !important }
  .ink, .ink td, .ink p, .ink li, .ink h1, .ink h2, .ink h3 { color: ${ink} !important }
  .soft, .soft a { color: ${softOn(ground)} !important }
  .rule { border-color: #3a4452 !important }
  .ink a:not(.button), .ink a:not(.button) img { color: ${link} !important }
  .ink a.button { background-color: ${accent} !important; color: ${accentText} !important }
}
@media (max-width: 620px) {
  .outer { padding: 12px 8px !important }
  .cell { padding-left: 20px !important; padding-right: 20px !important }
}`;
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
  const foot = [
    `<strong>${name}</strong>`,
    escapeHtml(postalAddress).replace(/\r?\n/g, '<br>'),
    `You get this mail as a customer of ${name}. <a href="${unsubscribeUrl}" style="color:${soft};text-decoration:underline">Unsubscribe</a>`,
  ].filter(Boolean);
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkPalette(dark)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:${light.ground}">
<tr><td class="outer" align="center" style="padding:28px 16px">
<table role="presentation" class="card ink" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;border-radius:12px;background-color:${light.card};font-family:${FONT};color:${light.ink}">
<tr><td style="height:20px;line-height:20px;font-size:0">&nbsp;</td></tr>
${rows.join('\n')}
<tr><td style="height:20px;line-height:20px;font-size:0">&nbsp;</td></tr>
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td class="soft" dir="auto" align="center" style="padding:22px 16px 8px;font-family:${FONT};font-size:13px;line-height:20px;color:${soft}">${foot.map((line) => `<div style="margin:0 0 8px">${line}</div>`).join('\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** A row of the column. */
export function campaignRow(
  content: string,
  { ink }: Pick<CampaignPalette, 'ink'>,
  padding = '8px 40px',
): string {
  return `<tr><td class="cell" style="padding:${padding};font-family:${FONT};color:${ink};word-break:break-word">${content}</td></tr>`;
}
