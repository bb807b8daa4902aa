import type { LineSummary, SummaryLine } from '#domain/mail/mail-template.js';
import { phrase, say } from '#domain/mail/phrase.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { fillMarkup } from './markup.js';

/** The lines and totals of an order as a table. */
export function lineSummaryHtml({ currency, lines, totals }: LineSummary, locale: string): string {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const markup = (text: string) => escapeHtml(text).replaceAll(' ', '&nbsp;');
  const rows = lines.map((line) =>
    fillMarkup('orderLine', {
      picture: line.image
        ? fillMarkup('orderLinePicture', { src: escapeHtml(line.image), alt: escapeHtml(line.title) })
        : '',
      title: escapeHtml(line.title),
      details: detailsOf(line, money, locale)
        .map((text) => fillMarkup('orderLineDetail', { text: escapeHtml(text) }))
        .join(''),
      amount: line.amount === undefined ? '' : markup(money(line.amount)),
    }),
  );
  const sums = totals.map(({ label, amount, strong, free }, index) =>
    fillMarkup(strong ? 'orderGrandTotal' : 'orderTotal', {
      label: escapeHtml(say(label, locale)),
      amount: free && amount === 0 ? escapeHtml(say(FREE, locale)) : markup(money(amount)),
      space: index === 0 || strong ? '12px' : '3px',
    }),
  );
  return fillMarkup('orderSummary', { rows: [...rows, ...sums].join('\n') });
}

const FREE = phrase('totals.free');

function detailsOf(
  { detail, sku, quantity, unitPrice }: SummaryLine,
  money: (amount: number) => string,
  locale: string,
): string[] {
  const pieces =
    quantity > 1 && unitPrice !== undefined
      ? phrase('line.quantity_each', { quantity, price: money(unitPrice) })
      : phrase('line.quantity', { quantity });
  return [detail ?? '', sku ? `SKU ${sku}` : '', say(pieces, locale)].filter(Boolean);
}

/** The same as plain text, one line each. */
export function lineSummaryText({ currency, lines, totals }: LineSummary, locale: string): string {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const rows = [
    ...lines.map(({ title, detail, sku, quantity, amount }) => {
      const what = [`${quantity} × ${title}`, detail, sku && `SKU ${sku}`].filter(Boolean).join(', ');
      return amount === undefined ? what : `${what}: ${money(amount)}`;
    }),
    '',
    ...totals.map(
      ({ label, amount, free }) =>
        `${say(label, locale)}: ${free && amount === 0 ? say(FREE, locale) : money(amount)}`,
    ),
  ];
  return rows.join('\n').trim();
}
