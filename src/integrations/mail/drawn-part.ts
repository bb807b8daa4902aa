import type { AddressSummary, DrawnPart } from '#domain/mail/mail-template.js';
import { say } from '#domain/mail/phrase.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { lineSummaryHtml, lineSummaryText } from './line-summary.js';
import { fillMarkup } from './markup.js';
import { productSummaryHtml, productSummaryText } from './product-summary.js';

/** What stands for a drawn variable in the HTML of a mail. */
export function drawnHtml(part: DrawnPart, locale: string): string {
  if ('addresses' in part) return addressesHtml(part, locale);
  return 'products' in part ? productSummaryHtml(part, locale) : lineSummaryHtml(part, locale);
}

/** The same in its plain text. */
export function drawnText(part: DrawnPart, locale: string): string {
  if ('products' in part) return productSummaryText(part, locale);
  if (!('addresses' in part)) return lineSummaryText(part, locale);
  return part.addresses.map(({ label, lines }) => `${say(label, locale)}: ${lines.join(', ')}`).join('\n');
}

function addressesHtml({ addresses }: AddressSummary, locale: string): string {
  const cells = addresses.map(({ label, lines }) =>
    fillMarkup('address', {
      label: escapeHtml(say(label, locale)),
      lines: lines.map(escapeHtml).join('<br>'),
    }),
  );
  return fillMarkup('addresses', { cells: cells.join('') });
}
