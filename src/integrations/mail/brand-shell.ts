import { escapeHtml } from '#integrations/http/escape-html.js';
import type { MailBrand } from './mail-brand.js';
import { readableOn } from '#domain/mail/contrast.js';
import { COLORS, DARK_COLORS, FONT } from './mail-styles.js';

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
}

/**
 * Puts a body between the logo and the foot of the store. Tables and styles on each element: what looks old here is
 * what mail programs understand.
 */
export function brandShell({ subject, heading, body, preview, brand, language }: ShellInput): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (max-width: 620px) {
  .outer { padding: 16px 10px !important }
  .card { padding: 28px 22px 24px !important }
}${darkPalette(brand)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${COLORS.ground}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:${COLORS.ground}">
<tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;font-family:${FONT};color:${COLORS.ink}">
<tr><td class="head" dir="auto" style="padding:0 4px 20px">${head(brand)}</td></tr>
<tr><td class="card" style="padding:36px 40px 28px;border-radius:12px;border-top:4px solid ${brand.accentColor};background-color:${COLORS.card};font-family:${FONT};color:${COLORS.ink};word-break:break-word">
${heading ? `<h1 dir="auto" style="margin:0 0 20px;font-family:${FONT};color:${COLORS.ink};font-size:25px;line-height:32px;font-weight:700;letter-spacing:-0.2px">${escapeHtml(heading)}</h1>` : ''}
${body}
</td></tr>
<tr><td class="foot" align="center" style="padding:24px 16px 8px;font-family:${FONT};font-size:13px;line-height:20px;color:${COLORS.soft}">${foot(brand)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/**
 * The palette of a dark page, for programs that ask for it. It wins over the styles of the elements; programs that
 * recolour by themselves leave it out and get the light page to work with.
 */
function darkPalette({ accentColor }: MailBrand): string {
  const { ground, card, ink, soft, line } = DARK_COLORS;
  return `
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${ground} !important }
  .card { background-color: ${card} !important }
  .card h1, .card h2, .card h3, .card p, .card li, .card td, .card strong { color: ${ink} !important }
  .card .mail-soft, .foot, .foot a { color: ${soft} !important }
  .card table, .card td, .card hr, .card blockquote { border-color: ${line} !important }
  .card a:not(.mail-button) { color: ${readableOn(accentColor, card)} !important }
  .head span, .head img { color: ${readableOn(accentColor, ground)} !important }
  .foot img { color: ${soft} !important }
}`;
}

function head(brand: MailBrand): string {
  const name = escapeHtml(brand.storeName);
  const color = readableOn(brand.accentColor, COLORS.ground);
  // Without images the alternative text stands there: it needs its own colour, and no width that cuts it off.
  const face = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="36" style="display:block;height:36px;width:auto;max-width:100%;border:0;font-size:20px;line-height:36px;font-weight:700;color:${color}">`
    : `<span style="font-size:21px;line-height:28px;font-weight:700;letter-spacing:-0.3px;color:${color}">${name}</span>`;
  return brand.storeUrl
    ? `<a href="${escapeHtml(brand.storeUrl)}" style="text-decoration:none;color:${brand.accentColor}">${face}</a>`
    : face;
}

/** A small picture of a link. It has no width, which would cut off its name while images are off. */
export function iconHtml(look: { icon: string; name: string; height: number; color: string }): string {
  const { icon, name, height, color } = look;
  const style = `display:block;height:${height}px;width:auto;border:0;font-family:${FONT};font-size:13px;line-height:${height}px;color:${color}`;
  return `<img src="${escapeHtml(icon)}" alt="${name}" height="${height}" style="${style}">`;
}

function foot(brand: MailBrand): string {
  const link = (label: string, url: string) =>
    `<a href="${escapeHtml(url)}" style="color:${COLORS.soft};text-decoration:underline">${label}</a>`;
  const social = brand.socialLinks.map(({ platform, url, icon }) => {
    const name = escapeHtml(platform);
    return icon
      ? `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 6px">${iconHtml({ icon, name, height: 22, color: COLORS.soft })}</a>`
      : `<span style="margin:0 6px">${link(name, url)}</span>`;
  });
  const links = brand.footerLinks.map(({ label, url }) => link(escapeHtml(label), url));
  const support = brand.supportEmail
    ? `Questions? ${link(escapeHtml(brand.supportEmail), `mailto:${brand.supportEmail}`)}`
    : '';
  const text = brand.footerText ? escapeHtml(brand.footerText).replace(/\r?\n/g, '<br>') : '';
  return [social.join(''), links.join(' &nbsp;&middot;&nbsp; '), support, text]
    .filter((line) => line !== '')
    .map((line) => `<div dir="auto" style="margin:0 0 10px">${line}</div>`)
    .join('\n');
}
