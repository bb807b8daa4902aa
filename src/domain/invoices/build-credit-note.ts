import { prorate } from '#domain/checkout/prorate.js';
import type { CreditNoteCause, CreditNoteLine, CreditNoteSnapshot } from './credit-note-snapshot.js';
import { taxAdjustableUntil } from './financial-year.js';
import { printedLines } from './invoice-rows.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';
import { sumOf } from './sum-of.js';

/** What goes back of a line, or of the shipping where `lineId` is null. Subunits. */
export interface CreditedShare {
  lineId: string | null;
  quantity: number;
  amount: number;
  /** In `amount`. */
  tax: number;
}

export interface CreditedInvoice {
  snapshot: InvoiceSnapshot;
  /** As printed. */
  number: string;
  /** The lines of the sub-order, in the order of the snapshot. */
  lineIds: readonly string[];
}

/** Why and when a credit note is issued. `shares` is null for everything that is left of the invoice. */
export interface CreditNoteInput {
  cause: CreditNoteCause;
  reason: string;
  issuedAt: Date;
  shares: readonly CreditedShare[] | null;
}

/**
 * Freezes what a credit note says. Amounts and taxes never exceed what earlier notes have left of the invoice.
 * @param earlier the notes of the invoice
 * @returns null when nothing is left to credit
 */
export function buildCreditNote(
  invoice: CreditedInvoice,
  earlier: readonly CreditNoteSnapshot[],
  { cause, reason, issuedAt, shares }: CreditNoteInput,
): CreditNoteSnapshot | null {
  const {
    lines: _lines,
    totals: _totals,
    pricesIncludeTax: _inclusive,
    paymentMethod: _method,
    ...frozen
  } = invoice.snapshot;
  const taxAdjusted = issuedAt <= taxAdjustableUntil(new Date(frozen.issuedAt), frozen.timeZone);
  const rests = restOfLines(invoice, earlier);
  const credited = rests.map((rest) => creditLine(rest, shareOf(rest, shares), taxAdjusted));
  const lines = credited.filter(({ total, quantity }) => total > 0 || quantity > 0);
  const shippingLeft = frozen.shipping - sumOf(earlier, (note) => note.shipping);
  const ofShipping = shares?.filter(({ lineId }) => lineId === null) ?? [];
  const shipping = shares ? Math.min(sumOf(ofShipping, ({ amount }) => amount), shippingLeft) : shippingLeft; // prettier-ignore
  const tax = sumOf(lines, taxOf);
  const grandTotal = sumOf(lines, ({ total }) => total) + shipping;
  if (grandTotal <= 0) return null;
  return {
    ...frozen,
    invoice: { number: invoice.number, issuedAt: frozen.issuedAt },
    ...{ cause, reason, issuedAt: issuedAt.toISOString(), lines, shipping, taxAdjusted },
    totals: { taxableValue: grandTotal - shipping - tax, tax, shipping, grandTotal },
  };
}

/** What earlier notes have left of a line. */
type LineRest = CreditNoteLine;

function restOfLines({ snapshot, lineIds }: CreditedInvoice, earlier: readonly CreditNoteSnapshot[]) {
  return printedLines(snapshot).map((line, index): LineRest => {
    const lineId = lineIds[index] ?? '';
    const before = earlier.flatMap((note) => note.lines.filter((credited) => credited.lineId === lineId));
    const taxes = line.taxes.map((tax, at) => ({
      ...tax,
      amount: tax.amount - sumOf(before, (credited) => credited.taxes[at]?.amount ?? 0),
    }));
    const total = line.total - sumOf(before, (credited) => credited.total);
    const { title, sku, hsnCode } = line;
    const quantity = line.quantity - sumOf(before, (credited) => credited.quantity);
    // Notes that adjusted no tax took more of the value than their share of it.
    const taxableValue = Math.max(total - sumOf(taxes, ({ amount }) => amount), 0);
    return { lineId, title, sku, hsnCode, quantity, taxableValue, taxes, total };
  });
}

function shareOf(rest: LineRest, shares: CreditNoteInput['shares']): Omit<CreditedShare, 'lineId'> {
  if (!shares) return { quantity: rest.quantity, amount: rest.total, tax: taxOf(rest) };
  const own = shares.filter(({ lineId }) => lineId === rest.lineId);
  return {
    quantity: Math.min(sumOf(own, (share) => share.quantity), rest.quantity), // prettier-ignore
    amount: Math.min(sumOf(own, (share) => share.amount), rest.total), // prettier-ignore
    tax: sumOf(own, (share) => share.tax),
  };
}

function creditLine(
  rest: LineRest,
  share: Omit<CreditedShare, 'lineId'>,
  taxAdjusted: boolean,
): CreditNoteLine {
  const { quantity, amount } = share;
  const { taxes: restTaxes, ...line } = rest;
  if (!taxAdjusted) return { ...line, quantity, taxableValue: amount, taxes: [], total: amount };
  // The note that takes the rest of the line takes the rest of its taxes too.
  const taxLeft = taxOf(rest);
  const tax = amount === rest.total ? Math.min(taxLeft, amount) : Math.min(share.tax, taxLeft, amount);
  const split = prorate(tax, restTaxes.map((left) => left.amount)); // prettier-ignore
  const taxes = restTaxes.map((left, index) => ({ ...left, amount: split[index] ?? 0 }));
  return { ...line, quantity, taxableValue: amount - tax, taxes, total: amount };
}

function taxOf({ taxes }: Pick<CreditNoteLine, 'taxes'>): number {
  return sumOf(taxes, ({ amount }) => amount);
}
