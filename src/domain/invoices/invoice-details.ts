import { DateTime } from 'luxon';
import { methodLabel } from '#domain/payments/method-label.js';
import { type DocumentParties, printPlaceOfSupply } from './invoice-parties.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';
import type { LabelledText } from './invoice-view.js';

/**
 * Number, dates, order and payment: what someone looks for when they pick the document out of a pile.
 * @param name what the document calls itself
 */
export function layoutDetails(snapshot: InvoiceSnapshot, serial: string, name = 'Invoice'): LabelledText[] {
  return [
    { label: `${name} no.`, value: serial },
    { label: `${name} date`, value: printDate(snapshot.issuedAt, snapshot.timeZone) },
    { label: 'Order no.', value: snapshot.orderNumber },
    { label: 'Order date', value: printDate(snapshot.placedAt, snapshot.timeZone) },
    { label: 'Payment', value: methodLabel(snapshot.paymentMethod) },
  ];
}

/**
 * The two statements about the supply that Rule 46 asks for. Marketplace sales to buyers are never under reverse
 * charge: the seller owes the tax.
 */
export function layoutSupply(snapshot: DocumentParties): LabelledText[] {
  return [
    { label: 'Place of supply', value: printPlaceOfSupply(snapshot) },
    { label: 'Tax payable on reverse charge', value: 'No' },
  ];
}

export function printDate(instant: string, zone: string): string {
  const date = DateTime.fromISO(instant, { zone, locale: 'en-US' });
  if (!date.isValid)
    throw new RangeError(`cannot print the date ${instant}: ${date.invalidExplanation ?? ''}`);
  return date.toFormat('dd LLL yyyy');
}
