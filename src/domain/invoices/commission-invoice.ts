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
  operator: CommissionParty & { gstin: string };
  vendor: CommissionParty;
  /** GST code of the vendor's state; null for a vendor outside of India. */
  stateOfSupply: string | null;
  /** `2026-10`. */
  month: string;
  /** ISO instant. */
  issuedAt: string;
  timeZone: string;
  currency: string;
  /** SAC. */
  serviceCode: string;
  /** Number and date of the commission invoice that a credit note follows; null where there is none. */
  against: { number: string; issuedAt: string } | null;
  taxableValue: number;
  /** CGST and SGST within a state, else IGST. */
  taxes: PrintedTax[];
  total: number;
}

/** The commission of a vendor's month and its GST, as the ledger has them; negative where refunds took more back. */
export interface CommissionMonth {
  vendorId: string;
  commission: number;
  tax: number;
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
