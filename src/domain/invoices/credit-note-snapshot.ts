import type { PrintedTax } from './gst-split.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';

export const creditNoteCauses = ['cancellation', 'refund', 'return'] as const;
export type CreditNoteCause = (typeof creditNoteCauses)[number];

/** A line of the invoice with what of it is credited. */
export interface CreditNoteLine {
  lineId: string;
  title: string;
  sku: string | null;
  hsnCode: string | null;
  /** Pieces; 0 where an amount is credited and the pieces stay. */
  quantity: number;
  /** Subunits, without tax. */
  taxableValue: number;
  /** As the invoice splits them, in its order; empty on a note that adjusts no tax. */
  taxes: PrintedTax[];
  /** `taxableValue` plus its taxes. */
  total: number;
}

/**
 * What a credit note says, frozen when it is issued. Parties and place of supply are those of its invoice. All amounts
 * are subunits.
 */
export interface CreditNoteSnapshot extends Omit<
  InvoiceSnapshot,
  'lines' | 'shippingLines' | 'totals' | 'pricesIncludeTax' | 'paymentMethod' | 'paidBy' | 'roundOff'
> {
  invoice: { number: string; issuedAt: string };
  cause: CreditNoteCause;
  reason: string;
  /** Who paid a part of the invoice instead of the buyer, and takes that part of the credit back. */
  partlyPaidBy?: string;
  lines: CreditNoteLine[];
  /** Credited shipping that was taxed with a line, which `lineId` names; missing where there is none. */
  shippingLines?: CreditNoteLine[];
  /** `shipping` is what is credited of shipping without tax. */
  totals: { taxableValue: number; tax: number; shipping: number; grandTotal: number };
  /** False after the date until which a credit note can reduce the tax of its invoice. */
  taxAdjusted: boolean;
}
