import type { CreditNoteCause, CreditNoteLine, CreditNoteSnapshot } from './credit-note-snapshot.js';
import type { CreditedInvoice, CreditedShare } from './credited-share.js';
import { creditRest, type CreditRest, restsOf } from './credit-rest.js';
import { taxAdjustableUntil } from './financial-year.js';
import { supplyParties } from './invoice-rows.js';
import { untaxedShipping } from './invoice-shipping.js';
import { sumOf } from './sum-of.js';

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
    shippingLines: _shippingLines,
    totals: _totals,
    pricesIncludeTax: _inclusive,
    paymentMethod: _method,
    paidBy,
    roundOff: _roundOff,
    omittedRefunds: _omittedRefunds,
    ...frozen
  } = invoice.snapshot;
  const taxAdjusted = issuedAt <= taxAdjustableUntil(new Date(frozen.issuedAt), frozen.timeZone);
  const parties = supplyParties(invoice.snapshot);
  const rests = restsOf(invoice, earlier);
  const credit = (rest: CreditRest, own: (share: CreditedShare) => boolean) =>
    creditRest(rest, shares && shares.filter(own), { taxAdjusted, parties });
  const lines = rests.lines
    .map((rest) => credit(rest, ({ lineId }) => lineId === rest.line.lineId))
    .filter(({ total, quantity }) => total > 0 || quantity > 0);
  const shippingLines = rests.shipping
    .map((rest) => credit(rest, (share) => isShippingOf(rest, share)))
    .filter(({ total }) => total > 0);
  const shippingLeft = untaxedShipping(invoice.snapshot) - sumOf(earlier, (note) => note.shipping);
  const ofShipping =
    shares?.filter(({ lineId, shippingLineId }) => lineId === null && shippingLineId === null) ?? [];
  const shipping = shares
    ? Math.min(
        sumOf(ofShipping, ({ amount }) => amount),
        shippingLeft,
      )
    : shippingLeft;
  const tax = sumOf([...lines, ...shippingLines], taxOf);
  const grandTotal = sumOf([...lines, ...shippingLines], ({ total }) => total) + shipping;
  if (grandTotal <= 0) return null;
  return {
    ...frozen,
    invoice: { number: invoice.number, issuedAt: frozen.issuedAt },
    cause,
    reason,
    issuedAt: issuedAt.toISOString(),
    lines,
    shipping,
    taxAdjusted,
    ...(paidBy ? { partlyPaidBy: paidBy.name } : {}),
    ...(shippingLines.length > 0 ? { shippingLines } : {}),
    totals: { taxableValue: grandTotal - shipping - tax, tax, shipping, grandTotal },
  };
}

function isShippingOf({ line }: CreditRest, { lineId, shippingLineId }: CreditedShare): boolean {
  return lineId === null && shippingLineId === line.lineId;
}

function taxOf({ taxes }: Pick<CreditNoteLine, 'taxes'>): number {
  return sumOf(taxes, ({ amount }) => amount);
}
