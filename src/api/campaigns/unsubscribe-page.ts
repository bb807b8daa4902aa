import { escapeHtml } from '#integrations/http/escape-html.js';
import { type MailBrand, safeBrand } from '#integrations/mail/mail-brand.js';

export type UnsubscribePageState = 'asking' | 'unsubscribed' | 'subscribed' | 'sample' | 'invalid';

const texts: Record<UnsubscribePageState, { title: string; text: string; button?: string; undo?: true }> = {
  asking: {
    title: 'Unsubscribe from news?',
    text: 'Mails about your orders and your account are sent all the same.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'You get no more news from us. Mails about your orders and your account are sent all the same.',
    button: 'Undo',
    undo: true,
  },
  subscribed: { title: 'You are subscribed again', text: 'You will get our news as before.' },
  sample: {
    title: 'This link is from a test mail',
    text: 'It unsubscribes nobody. Mails of a real campaign have a link for each recipient here.',
  },
  invalid: {
    title: 'This link is not valid',
    text: 'It may have been cut when it was copied. Open the link in the mail again, or use the unsubscribe button of your mail program.',
  },
};

/** Nothing of the page comes from elsewhere but the logo, and its form goes back to where it came from. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A small page in the store's face with one button. */
export function unsubscribePage(
  state: UnsubscribePageState,
  address: string | null,
  given: MailBrand,
): string {
  return confirmationPage(texts[state], address, given);
}

/** A page in the store's face that says what happens to an e-mail address, with one button where there is one to press. */
export function confirmationPage(
  { title, text, button, undo }: { title: string; text: string; button?: string; undo?: true },
  /** Null where no address is known. */
  address: string | null,
  given: MailBrand,
): string {
  const brand = safeBrand(given);
  const name = escapeHtml(brand.storeName);
  const face = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="40">`
    : `<strong>${name}</strong>`;
  const form = button
    ? `<form method="post">${undo ? '<input type="hidden" name="undo" value="1">' : ''}<button${undo ? ' class="quiet"' : ''}>${button}</button></form>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${title}</title>
<style>
:root { color-scheme: light dark; --ground: #f1f3f6; --card: #fff; --ink: #1f2733; --soft: #667085 }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1c222b; --ink: #eef1f5; --soft: #a9b4c2 } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/25px system-ui, sans-serif }
main { max-width: 460px; margin: 12vh auto 0; padding: 36px 32px; background: var(--card); border-radius: 12px; border-top: 4px solid ${brand.accentColor} }
h1 { font-size: 24px; line-height: 32px; margin: 24px 0 12px }
p { margin: 0 0 12px; color: var(--soft) }
button { margin-top: 12px; padding: 13px 26px; border: 0; border-radius: 8px; background: ${brand.accentColor}; color: ${brand.accentTextColor}; font: inherit; font-weight: 600; cursor: pointer }
button.quiet { background: none; color: inherit; padding: 0; text-decoration: underline }
@media (max-width: 520px) { main { margin: 16px } }
</style></head>
<body><main>${face}<h1>${title}</h1>${address === null ? '' : `<p dir="auto"><b>${escapeHtml(address)}</b></p>`}<p>${text}</p>${form}</main></body></html>`;
}
