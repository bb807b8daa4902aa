import type { LineSummary } from '#domain/mail/mail-template.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { COLORS, FONT } from './mail-styles.js';

/** The lines and totals of an order as a table. */
export function lineSummaryHtml({ currency, lines, totals }: LineSummary): string {
  const money = (amount: number) => escapeHtml(formatMoney(amount, currency)).replaceAll(' ', '&nbsp;');
  const face = `font-family:${FONT};font-size:15px;line-height:22px;color:${COLORS.ink}`;
  const rows = lines.map(
    ({ title, detail, quantity, amount }) => `<tr>
<td style="padding:12px 12px 12px 0;border-bottom:1px solid ${COLORS.line};${face}">
<strong dir="auto" style="font-weight:600">${escapeHtml(title)}</strong>${quantity === 1 ? '' : ` <span style="white-space:nowrap">&times; ${quantity}</span>`}
${detail ? `<br><span class="mail-soft" dir="auto" style="font-size:14px;color:${COLORS.soft}">${escapeHtml(detail)}</span>` : ''}</td>
<td align="right" style="padding:12px 0;border-bottom:1px solid ${COLORS.line};${face};vertical-align:top;white-space:nowrap">${money(amount)}</td>
</tr>`,
  );
  const sums = totals.map(({ label, amount, strong }, index) => {
    const size = strong
      ? 'font-size:17px;line-height:24px;font-weight:650'
      : 'font-size:15px;line-height:22px';
    const space = `padding:${index === 0 || strong ? '12px' : '3px'} 0 0`;
    const name = `${space};font-family:${FONT};${size};color:${strong ? COLORS.ink : COLORS.soft}`;
    const sum = `${space};font-family:${FONT};${size};color:${COLORS.ink};white-space:nowrap`;
    return `<tr><td style="${name}">${escapeHtml(label)}</td>
<td align="right" style="${sum}">${money(amount)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;margin:4px 0 24px;border-collapse:collapse;border-top:1px solid ${COLORS.line}">
${[...rows, ...sums].join('\n')}
</table>`;
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
