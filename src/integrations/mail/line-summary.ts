import type { LineSummary, SummaryLine } from '#domain/mail/mail-template.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { fillMarkup } from './markup.js';

/** The lines and totals of an order as a table. */
export function lineSummaryHtml({ currency, lines, totals }: LineSummary): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const markup = (text: string) => escapeHtml(text).replaceAll(' ', '&nbsp;');
  const rows = lines.map((line) =>
    fillMarkup('orderLine', {
      picture: line.image
        ? fillMarkup('orderLinePicture', { src: escapeHtml(line.image), alt: escapeHtml(line.title) })
        : '',
      title: escapeHtml(line.title),
      details: detailsOf(line, money)
        .map((text) => fillMarkup('orderLineDetail', { text: escapeHtml(text) }))
        .join(''),
      amount: line.amount === undefined ? '' : markup(money(line.amount)),
    }),
  );
  const sums = totals.map(({ label, amount, strong, free }, index) =>
    fillMarkup(strong ? 'orderGrandTotal' : 'orderTotal', {
      label: escapeHtml(label),
      amount: free && amount === 0 ? FREE : markup(money(amount)),
      space: index === 0 || strong ? '12px' : '3px',
    }),
  );
  return fillMarkup('orderSummary', { rows: [...rows, ...sums].join('\n') });
}

const FREE = 'Free';

function detailsOf(
  { detail, sku, quantity, unitPrice }: SummaryLine,
  money: (amount: number) => string,
): string[] {
  const each = quantity > 1 && unitPrice !== undefined ? `, ${money(unitPrice)} each` : '';
  return [detail ?? '', sku ? `SKU ${sku}` : '', `Quantity ${quantity}${each}`].filter(Boolean);
}

/** The same as plain text, one line each. */
export function lineSummaryText({ currency, lines, totals }: LineSummary): string {
  const rows = [
    ...lines.map(({ title, detail, sku, quantity, amount }) => {
      const what = [`${quantity} × ${title}`, detail, sku && `SKU ${sku}`].filter(Boolean).join(', ');
      return amount === undefined ? what : `${what}: ${formatMoney(amount, currency)}`;
    }),
    '',
    ...totals.map(
      ({ label, amount, free }) => `${label}: ${free && amount === 0 ? FREE : formatMoney(amount, currency)}`,
    ),
  ];
  return rows.join('\n').trim();
}
