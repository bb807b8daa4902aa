import type { ProductSummary } from '#domain/mail/mail-template.js';
import { phrase, say } from '#domain/mail/phrase.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { fillMarkup } from './markup.js';

type Product = ProductSummary['products'][number];

/** Products as rows with picture, title, seller and price, each a link to its page. */
export function productSummaryHtml({ currency, products }: ProductSummary, locale: string): string {
  const rows = products.map((product) => {
    const { title, url, image } = product;
    const picture = image
      ? fillMarkup('orderLinePicture', { src: escapeHtml(image), alt: escapeHtml(title) })
      : '';
    return fillMarkup('orderLine', {
      picture: linked(picture, url),
      title: linked(escapeHtml(title), url),
      details: fillMarkup('orderLineDetail', { text: escapeHtml(detailsOf(product, currency, locale)) }),
      amount: escapeHtml(priceOf(product, currency, locale)).replaceAll(' ', '&nbsp;'),
    });
  });
  return fillMarkup('orderSummary', { rows: rows.join('\n') });
}

/** The same as plain text, one line each. */
export function productSummaryText({ currency, products }: ProductSummary, locale: string): string {
  return products
    .map((product) => {
      const { title, url } = product;
      return `${title}, ${detailsOf(product, currency, locale)}, ${priceOf(product, currency, locale)}${url === '' ? '' : `: ${url}`}`;
    })
    .join('\n');
}

function priceOf({ price, hasMore }: Product, currency: string, locale: string): string {
  const text = formatMoney(price, currency, locale);
  return hasMore ? say(phrase('price.from', { price: text }), locale) : text;
}

/** Its seller, what it cost before, and what else is said of it. */
function detailsOf({ vendor, formerPrice, note }: Product, currency: string, locale: string): string {
  const former =
    formerPrice === undefined
      ? []
      : [phrase('price.was', { price: formatMoney(formerPrice, currency, locale) })];
  return [vendor, ...former, ...(note === undefined ? [] : [note])]
    .map((words) => say(words, locale))
    .join(' · ');
}

const linked = (inside: string, url: string) =>
  url === '' || inside === ''
    ? inside
    : `<a href="${escapeHtml(url)}" style="color:inherit;text-decoration:none">${inside}</a>`;
