import type { LineSummary } from '#domain/mail/mail-template.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { fillMarkup } from './markup.js';

/** The lines and totals of an order as a table. */
export function lineSummaryHtml({ currency, lines, totals }: LineSummary): string {
  const money = (amount: number) => escapeHtml(formatMoney(amount, currency)).replaceAll(' ', '&nbsp;');
  const rows = lines.map(({ title, detail, quantity, amount }) =>
    fillMarkup('orderLine', {
      picture: '',
      title: escapeHtml(title),
      details: [detail, quantity === 1 ? '' : `× ${quantity}`]
        .filter(Boolean)
        .map((text) => fillMarkup('orderLineDetail', { text: escapeHtml(text ?? '') }))
        .join(''),
      amount: money(amount),
    }),
  );
  const sums = totals.map(({ label, amount, strong }, index) =>
    fillMarkup(strong ? 'orderGrandTotal' : 'orderTotal', {
      label: escapeHtml(label),
      amount: money(amount),
      space: index === 0 || strong ? '12px' : '3px',
    }),
  );
  return fillMarkup('orderSummary', { rows: [...rows, ...sums].join('\n') });
}

/** The same as plain text, one line each. */
export function lineSummaryText({ currency, lines, totals }: LineSummary): string {
  const rows = [
    ...lines.map(({ title, detail, quantity, amount }) => {
      const what = [`${quantity} × ${title}`, detail].filter(Boolean).join(', ');
      return `${what}: ${formatMoney(amount, currency)}`;
    }),
    '',
    ...totals.map(({ label, amount }) => `${label}: ${formatMoney(amount, currency)}`),
  ];
  return rows.join('\n');
}
