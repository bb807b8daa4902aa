import type { PrintedTax } from './gst-split.js';
import type { SerialParts } from './serial.js';

export const commissionDocumentKinds = ['invoice', 'credit_note'] as const;
export type CommissionDocumentKind = (typeof commissionDocumentKinds)[number];

export interface CommissionParty {
  name: string;
  gstin: string | null;
  /** As printed. */
  addressLines: string[];
}

/**
 * What the operator's invoice of a month says, frozen when it is issued. Amounts are subunits and never negative: what refunds
 * took back beyond the sales of the month is a credit note.
 */
export interface CommissionSnapshot {
  kind: CommissionDocumentKind;
  /** Without a GSTIN the document charges no GST. */
  operator: CommissionParty;
  vendor: CommissionParty;
  /** GST code of the vendor's state; null for a vendor outside of India. */
  stateOfSupply: string | null;
  /** `2026-10`; of a supplementary document the last month that it covers. */
  month: string;
  /** The first month of a supplementary document: what the documents of closed months left out. */
  supplementaryFrom?: string;
  /** ISO instant. */
  issuedAt: string;
  timeZone: string;
  currency: string;
  /** SAC. */
  serviceCode: string;
  /** Number and date of the commission invoice that a credit note follows; null where there is none. */
  against: { number: string; issuedAt: string } | null;
  /** The commission, whether it carries GST or not. */
  taxableValue: number;
  /** The part of it that carries no GST, because it was posted before the operator charged it. */
  untaxedValue?: number;
  /** CGST and SGST within a state, else IGST. */
  taxes: PrintedTax[];
  total: number;
}

/** The commission of a vendor's month and its GST, as the ledger has them; negative where refunds took more back. */
export interface CommissionMonth {
  vendorId: string;
  commission: number;
  tax: number;
  /** The part of the commission that was posted without GST. */
  untaxed: number;
  /** Transactions that are added up; the GST of each was rounded. */
  postings: number;
}

export interface ListedCommissionInvoice extends SerialParts {
  id: string;
  kind: CommissionDocumentKind;
  vendorId: string;
  vendorName: string;
  /** `2026-10`. */
  month: string;
  /** Whether it covers what the documents of closed months left out. */
  supplementary: boolean;
  taxableValue: number;
  tax: number;
  currency: string;
  issuedAt: Date;
  /** Of its PDF; null until it is rendered. */
  storageKey: string | null;
}

export interface CommissionInvoiceScope {
  vendorId?: string;
}
