import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { addAmounts, type GstAmounts, NO_AMOUNTS } from '#domain/invoices/gst-return.js';
import type { ReturnDocument } from '#domain/invoices/gst-return-document.js';

/** What of an invoice or credit note tax is collected on at source (CGST Act 2017, section 52). */
export interface TcsSupply extends GstAmounts {
  /** Whether its buyer is registered. */
  registered: boolean;
  within: boolean;
}

/**
 * The taxable supplies of a document: what carries GST; of a seller under the composition scheme, who charges none, all that is not
 * exempt (Notification 36/2023-Central Tax has the operator collect on it). A late note changes nothing.
 */
export function tcsSupplyOf(
  { items, buyerGstin, within, taxAdjusted }: ReturnDocument,
  { composition }: { composition: boolean },
): TcsSupply {
  const counted = taxAdjusted
    ? items.filter(({ rate, exempt }) => (composition ? !exempt : rate !== null && rate > 0))
    : [];
  const amounts = counted.reduce((sum, item) => addAmounts(sum, item.amounts), NO_AMOUNTS);
  return { ...amounts, registered: buyerGstin !== null, within };
}

/** The tax on a value, in two equal halves, so that central and State tax of GSTR-8 are equal. Subunits. */
export function tcsOn(value: number, basisPoints: number): number {
  return 2 * halfUpShare(Math.max(value, 0), basisPoints, 20_000);
}

/**
 * What a credit note takes back of the tax of its invoice, counted from the first note: the one that completes the value takes the rest.
 * @param before value and tax of earlier notes, both positive
 */
export function tcsReversalOf(
  invoice: { value: number; tax: number },
  before: { value: number; tax: number },
  value: number,
): number {
  const returned = Math.min(before.value + value, invoice.value);
  const target = invoice.value === 0 ? 0 : 2 * halfUpShare(invoice.tax / 2, returned, invoice.value);
  return Math.max(target - before.tax, 0);
}
