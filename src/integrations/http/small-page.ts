import { escapeHtml } from './escape-html.js';
import { type MailBrand, safeBrand } from '#integrations/mail/mail-brand.js';

export interface SmallPage {
  brand: MailBrand;
  title: string;
  /** HTML below the title; text of users in it is escaped. */
  content: string;
}

/**
 * The policy of a small page: no scripts, and forms that go back to where they came from.
 * @param images sources of the logo
 */
export function smallPagePolicy(images: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

/** A page in the store's face that works without JavaScript. */
export function smallPage({ brand: given, title, content }: SmallPage): string {
  const brand = safeBrand(given);
  const name = escapeHtml(brand.storeName);
  const face = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="40">`
    : `<strong>${name}</strong>`;
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${heading}</title>
<style>
:root { color-scheme: light dark; --ground: #f1f3f6; --card: #fff; --ink: #1f2733; --soft: #667085; --line: #c9d0da; --bad: #b42318 }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1c222b; --ink: #eef1f5; --soft: #a9b4c2; --line: #46505e; --bad: #ff9b8f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/25px system-ui, sans-serif }
main { max-width: 524px; margin: 12vh auto 0; padding: 36px 32px; background: var(--card); border-radius: 12px; border-top: 4px solid ${brand.accentColor}; overflow-wrap: anywhere }
h1 { font-size: 24px; line-height: 32px; margin: 24px 0 12px }
p { margin: 0 0 12px; color: var(--soft) }
p b, dt { color: var(--ink) }
p.bad { color: var(--bad) }
a { color: inherit }
dl { margin: 20px 0 0 } dt { font-weight: 600 } dd { margin: 0 0 14px; color: var(--soft) }
label { display: block; margin: 16px 0 6px; font-weight: 600 }
input { width: 100%; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit }
button { margin-top: 16px; padding: 13px 26px; border: 0; border-radius: 8px; background: ${brand.accentColor}; color: ${brand.accentTextColor}; font: inherit; font-weight: 600; cursor: pointer }
button.quiet { background: none; color: inherit; padding: 0; text-decoration: underline }
@media (max-width: 572px) { main { margin: 16px } }
</style></head>
<body><main>${face}<h1>${heading}</h1>${content}</main></body></html>`;
}
