import { DateTime } from 'luxon';
import { type GstAmounts, NO_AMOUNTS, type RateRow, addAmounts } from './gst-return.js';
import type { CreditNoteSnapshot } from './credit-note-snapshot.js';
import type { PrintedTax } from './gst-split.js';
import { untaxedShipping } from './invoice-shipping.js';
import { printedLines, printedShipping } from './invoice-rows.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';
import { stateOfSupply } from './place-of-supply.js';

/** What one row of a document supplies. */
export interface SuppliedItem {
  hsnCode: string | null;
  quantity: number;
  /** Percent of GST; null without GST. */
  rate: number | null;
  exempt: boolean;
  amounts: GstAmounts;
}

/** An invoice or a credit note as the return of its month counts it. */
export interface ReturnDocument {
  kind: 'invoice' | 'credit_note';
  number: string;
  invoiceNumber: string | null;
  date: string;
  buyerGstin: string | null;
  placeOfSupply: string | null;
  /** Whether seller and place of supply share a state. */
  within: boolean;
  value: number;
  /** Of a credit note that of its invoice. */
  invoiceValue: number;
  taxAdjusted: boolean;
  items: SuppliedItem[];
}

/** @param exempt whether the goods of each line are exempt, in the order of the lines */
export function invoiceDocument(
  snapshot: InvoiceSnapshot,
  number: string,
  exempt: readonly boolean[],
): ReturnDocument {
  const lines = printedLines(snapshot);
  const items = [
    ...lines.flatMap((line, index) =>
      line.quantity === 0 && line.total === 0 ? [] : [itemOf(line, line.gstExempt ?? exempt[index] ?? false)],
    ),
    ...printedShipping(snapshot).map((share) =>
      itemOf({ ...share, quantity: 0 }, snapshot.lines[share.line]?.gstExempt ?? exempt[share.line] ?? false),
    ),
    ...plainShipping(untaxedShipping(snapshot)),
  ];
  const { grandTotal: value } = snapshot.totals;
  return {
    kind: 'invoice',
    ...common(snapshot),
    number,
    invoiceNumber: null,
    value,
    invoiceValue: value,
    taxAdjusted: true,
    items,
  };
}

/** @param invoiceValue subunits of the invoice @param exempt of each line of the invoice, by its id */
export function creditNoteDocument(
  snapshot: CreditNoteSnapshot,
  number: string,
  invoiceValue: number,
  exempt: ReadonlyMap<string, boolean>,
): ReturnDocument {
  const { lines, shippingLines = [], totals, taxAdjusted, invoice } = snapshot;
  const items = [
    ...lines.map((line) => itemOf(line, exempt.get(line.lineId) ?? false)),
    ...shippingLines.map((share) => itemOf({ ...share, quantity: 0 }, exempt.get(share.lineId) ?? false)),
    ...plainShipping(totals.shipping),
  ];
  const { grandTotal: value } = totals;
  return {
    kind: 'credit_note',
    ...common(snapshot),
    number,
    invoiceNumber: invoice.number,
    value,
    invoiceValue,
    taxAdjusted,
    items,
  };
}

type Parties = Pick<
  InvoiceSnapshot,
  'seller' | 'buyer' | 'billingAddress' | 'shippingAddress' | 'placeOfSupply' | 'issuedAt' | 'timeZone'
>;

function common(snapshot: Parties) {
  const placeOfSupply = stateOfSupply(snapshot);
  return {
    date: DateTime.fromISO(snapshot.issuedAt, { zone: snapshot.timeZone }).toISODate() ?? '',
    buyerGstin: snapshot.buyer.gstin ?? snapshot.billingAddress.gstin ?? null,
    placeOfSupply,
    within: placeOfSupply === snapshot.seller.stateCode,
  };
}

function plainShipping(shipping: number): SuppliedItem[] {
  if (shipping <= 0) return [];
  const amounts = { ...NO_AMOUNTS, taxableValue: shipping };
  return [{ hsnCode: null, quantity: 0, rate: null, exempt: true, amounts }];
}

function itemOf(
  row: { hsnCode: string | null; quantity: number; taxableValue: number; taxes: readonly PrintedTax[] },
  exempt: boolean,
): SuppliedItem {
  const of = (type: string) =>
    row.taxes.filter((tax) => tax.type === type).reduce((sum, { amount }) => sum + amount, 0);
  const gst = row.taxes.filter(({ type }) => type === 'IGST' || type === 'CGST' || type === 'SGST');
  const all = row.taxes.reduce((sum, { amount }) => sum + amount, 0);
  const [igst, cgst, sgst] = [of('IGST'), of('CGST'), of('SGST')];
  return {
    hsnCode: row.hsnCode?.trim() || null,
    quantity: row.quantity,
    rate: gst.length > 0 ? gst.reduce((sum, { rate }) => sum + rate, 0) : null,
    exempt,
    amounts: { taxableValue: row.taxableValue, igst, cgst, sgst, cess: all - igst - cgst - sgst },
  };
}

/** What a document supplies at each rate above zero. */
export function ratesOf({ items }: Pick<ReturnDocument, 'items'>): RateRow[] {
  const rates = new Map<number, GstAmounts>();
  for (const { rate, amounts } of items)
    if (rate) rates.set(rate, addAmounts(rates.get(rate) ?? NO_AMOUNTS, amounts));
  return [...rates].sort(([a], [b]) => a - b).map(([rate, amounts]) => ({ rate, ...amounts }));
}
