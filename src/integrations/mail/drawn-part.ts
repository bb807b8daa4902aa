import type { AddressSummary, DrawnPart } from '#domain/mail/mail-template.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { lineSummaryHtml, lineSummaryText } from './line-summary.js';
import { fillMarkup } from './markup.js';

/** What stands for a drawn variable in the HTML of a mail. */
export function drawnHtml(part: DrawnPart): string {
  return 'addresses' in part ? addressesHtml(part) : lineSummaryHtml(part);
}

/** The same in its plain text. */
export function drawnText(part: DrawnPart): string {
  if (!('addresses' in part)) return lineSummaryText(part);
  return part.addresses.map(({ label, lines }) => `${label}: ${lines.join(', ')}`).join('\n');
}

function addressesHtml({ addresses }: AddressSummary): string {
  const cells = addresses.map(({ label, lines }) =>
    fillMarkup('address', { label: escapeHtml(label), lines: lines.map(escapeHtml).join('<br>') }),
  );
  return fillMarkup('addresses', { cells: cells.join('') });
}
