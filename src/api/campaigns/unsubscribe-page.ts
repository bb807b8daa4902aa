import { escapeHtml } from '#integrations/http/escape-html.js';
import { type MailBrand, safeBrand } from '#integrations/mail/mail-brand.js';
import {
  type PageWords,
  pageWords,
  preferenceWords,
  type UnsubscribePageState,
} from './unsubscribe-words.js';

/** A topic on the page. */
export interface PageTopic {
  id: string;
  name: string;
  subscribed: boolean;
}

/** Nothing of the page comes from elsewhere but the logo, and its form goes back to where it came from. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A small page in the store's face with one button. @param language `en` or `hi` */
export function unsubscribePage(
  state: UnsubscribePageState,
  address: string | null,
  given: MailBrand,
  language = 'en',
): string {
  return confirmationPage(pageWords(language)[state], address, given, language);
}

/** What a customer has done on the preference page, or has come to do. */
export type PreferencesState =
  | { kind: 'asking' }
  | { kind: 'saved' }
  /** The link of a mail has ended its topic; the page offers to undo it. */
  | { kind: 'unsubscribed'; topic: string };

/** The topics of campaigns as boxes to tick, beside mails that always come, and one button that ends all of them. */
export function preferencesPage(
  state: PreferencesState,
  topics: readonly PageTopic[],
  address: string,
  given: MailBrand,
  language: string,
): string {
  const words = preferenceWords(language);
  const box = (name: string, attributes: string, note = '') =>
    `<label><input type="checkbox" ${attributes}><span>${escapeHtml(name)}${note ? `<small>${escapeHtml(note)}</small>` : ''}</span></label>`;
  const boxes = topics.map(({ id, name, subscribed }) =>
    box(name, `name="topic" value="${escapeHtml(id)}"${subscribed ? ' checked' : ''}`),
  );
  const said =
    state.kind === 'asking'
      ? ''
      : `<p class="said" role="status">${escapeHtml(state.kind === 'saved' ? words.saved : words.unsubscribed(state.topic))}</p>`;
  const undo = state.kind === 'unsubscribed' ? button('undo', words.undo) : '';
  const body = `<p>${escapeHtml(words.lead)}</p>${said}${undo}
<form method="post"><input type="hidden" name="preferences" value="1">
<fieldset><legend>${escapeHtml(words.legend)}</legend>${boxes.join('')}${box(words.always, 'checked disabled', words.alwaysNote)}</fieldset>
<button>${escapeHtml(words.save)}</button></form>
${topics.some(({ subscribed }) => subscribed) ? button('all', words.all) : ''}`;
  return page({ title: words.title, address, given, language, body });
}

/** A form that is nothing but a button. */
const button = (name: 'undo' | 'all', text: string) =>
  `<form method="post"><input type="hidden" name="${name}" value="1"><button class="quiet">${escapeHtml(text)}</button></form>`;

/** A page in the store's face that says what happens to an e-mail address, with one button where there is one to press. */
export function confirmationPage(
  { title, text, button: label, undo }: PageWords,
  /** Null where no address is known. */
  address: string | null,
  given: MailBrand,
  language = 'en',
): string {
  const form = label
    ? undo
      ? button('undo', label)
      : `<form method="post"><button>${escapeHtml(label)}</button></form>`
    : '';
  return page({ title, address, given, language, body: `<p>${escapeHtml(text)}</p>${form}` });
}

function page({
  title,
  address,
  given,
  language,
  body,
}: {
  title: string;
  address: string | null;
  given: MailBrand;
  language: string;
  body: string;
}): string {
  const brand = safeBrand(given);
  const name = escapeHtml(brand.storeName);
  const face = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="40">`
    : `<strong>${name}</strong>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="same-origin"><title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; --ground: #f1f3f6; --card: #fff; --ink: #1f2733; --soft: #667085; --line: #d9dee5 }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1c222b; --ink: #eef1f5; --soft: #a9b4c2; --line: #39424f } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/25px system-ui, sans-serif }
main { max-width: 460px; margin: 12vh auto 0; padding: 36px 32px; background: var(--card); border-radius: 12px; border-top: 4px solid ${brand.accentColor} }
h1 { font-size: 24px; line-height: 32px; margin: 24px 0 12px }
p { margin: 0 0 12px; color: var(--soft) }
.said { color: var(--ink); font-weight: 600 }
fieldset { margin: 12px 0 0; padding: 0; border: 0 }
legend { padding: 0; color: var(--soft) }
label { display: flex; gap: 12px; padding: 12px 0; border-bottom: 1px solid var(--line) }
label span { min-width: 0; overflow-wrap: anywhere }
label input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: ${brand.accentColor} }
small { display: block; color: var(--soft) }
button { margin-top: 12px; padding: 13px 26px; border: 0; border-radius: 8px; background: ${brand.accentColor}; color: ${brand.accentTextColor}; font: inherit; font-weight: 600; cursor: pointer }
button.quiet { margin-top: 4px; background: none; color: inherit; padding: 8px 0; text-align: start; text-decoration: underline }
@media (max-width: 520px) { main { margin: 16px; padding: 28px 22px } }
</style></head>
<body><main>${face}<h1>${escapeHtml(title)}</h1>${address === null ? '' : `<p dir="auto"><b>${escapeHtml(address)}</b></p>`}${body}</main></body></html>`;
}
