import { refundedTaxShare } from '#domain/payments/refunded-tax.js';
import type { CreditedInvoice, CreditedShare } from './credited-share.js';
import type { CreditNoteLine, CreditNoteSnapshot } from './credit-note-snapshot.js';
import { type LineTax, type PrintedTax, splitLineTaxes, type SupplyParties } from './gst-split.js';
import { type PrintedLine, printedLines, type PrintedShipping, printedShipping } from './invoice-rows.js';
import { sumOf } from './sum-of.js';

/** What earlier notes have left of a line, or of the shipping that is taxed with it. */
export interface CreditRest {
  line: CreditNoteLine;
  /** Subunits of the whole line with its taxes as the order has them. */
  total: number;
  taxes: LineTax[];
  /** The invoice has another rate than the order: the taxes of refunds, which are the order's, say nothing. */
  retaxed: boolean;
}

/** What is left of each line of an invoice, and of its taxed shipping. */
export function restsOf(
  { snapshot, lineIds }: CreditedInvoice,
  earlier: readonly CreditNoteSnapshot[],
): { lines: CreditRest[]; shipping: CreditRest[] } {
  const lines = printedLines(snapshot).map((line, index) => {
    const lineId = lineIds[index] ?? '';
    const before = earlier.flatMap((note) => note.lines.filter((credited) => credited.lineId === lineId));
    const { title, sku, quantity } = line;
    return restOf(line, snapshot.lines[index]?.taxes ?? [], before, { lineId, title, sku, quantity });
  });
  const shipping = printedShipping(snapshot).map((share, index) => {
    const lineId = lineIds[share.line] ?? '';
    const before = earlier.flatMap((note) =>
      (note.shippingLines ?? []).filter((credited) => credited.lineId === lineId),
    );
    const own = { lineId, title: 'Shipping', sku: null, quantity: 0 };
    return restOf(share, snapshot.shippingLines?.[index]?.taxes ?? [], before, own);
  });
  return { lines, shipping };
}

function restOf(
  whole: (PrintedLine | PrintedShipping) & { retaxed?: boolean },
  orderTaxes: LineTax[],
  before: readonly CreditNoteLine[],
  { lineId, title, sku, quantity }: Pick<CreditNoteLine, 'lineId' | 'title' | 'sku' | 'quantity'>,
): CreditRest {
  const taxes = whole.taxes.map((tax, at) => ({
    ...tax,
    amount: tax.amount - sumOf(before, (credited) => credited.taxes[at]?.amount ?? 0),
  }));
  const total = whole.total - sumOf(before, (credited) => credited.total);
  // Notes that adjusted no tax took more of the value than their share of it.
  const taxableValue = Math.max(total - sumOf(taxes, ({ amount }) => amount), 0);
  const left = { quantity: quantity - sumOf(before, (credited) => credited.quantity), taxableValue };
  return {
    line: { lineId, title, sku, hsnCode: whole.hsnCode, ...left, taxes, total },
    total: whole.total,
    taxes: orderTaxes,
    retaxed: whole.retaxed ?? false,
  };
}

/**
 * Credits shares of what is left, or all of it.
 * @param shares null for all of it
 */
export function creditRest(
  rest: CreditRest,
  shares: readonly CreditedShare[] | null,
  { taxAdjusted, parties }: { taxAdjusted: boolean; parties: SupplyParties },
): CreditNoteLine {
  const { line } = rest;
  const quantity = shares
    ? Math.min(
        sumOf(shares, (share) => share.quantity),
        line.quantity,
      )
    : line.quantity;
  const amount = shares
    ? Math.min(
        sumOf(shares, (share) => share.amount),
        line.total,
      )
    : line.total;
  if (!taxAdjusted) return { ...line, quantity, taxableValue: amount, taxes: [], total: amount };
  // The note that takes the rest of the line takes the rest of its taxes too.
  const share = amount === line.total ? line.taxes : taxesOf(rest, shares ?? [], amount, parties);
  const taxes = line.taxes.map((left, index) => ({
    ...left,
    amount: Math.min(share[index]?.amount ?? 0, left.amount),
  }));
  const tax = sumOf(taxes, (item) => item.amount);
  return { ...line, quantity, taxableValue: amount - tax, taxes, total: amount };
}

/** The taxes of a share: those that its refund was made of, else by its part of the line. */
function taxesOf(
  { line, total, taxes, retaxed }: CreditRest,
  shares: readonly CreditedShare[],
  amount: number,
  parties: SupplyParties,
): PrintedTax[] {
  if (!retaxed && shares.length > 0 && shares.every((share) => share.taxes !== null)) {
    const refunded = taxes.map((tax, index) => ({
      ...tax,
      amount: sumOf(shares, (share) => share.taxes?.[index]?.amount ?? 0),
    }));
    return splitLineTaxes(refunded, parties);
  }
  const printed = taxes.map((tax) => splitLineTaxes([tax], parties).length);
  let at = 0;
  const refundedTaxes = taxes.map((tax, index) => {
    const left = sumOf(line.taxes.slice(at, at + (printed[index] ?? 0)), (item) => item.amount);
    at += printed[index] ?? 0;
    return tax.amount - left;
  });
  const refundedAmount = total - line.total;
  return splitLineTaxes(refundedTaxShare({ total, taxes, refundedAmount, refundedTaxes }, amount), parties);
}
