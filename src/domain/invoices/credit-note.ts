import type { CreditNoteCause } from './credit-note-snapshot.js';
import type { SerialParts } from './serial.js';

/** Whose credit notes: those of an order, of one sub-order, of a customer's or vendor's own. */
export interface CreditNoteScope {
  orderId?: string;
  subOrderId?: string;
  userId?: string;
  vendorId?: string;
}

export interface ListedCreditNote extends SerialParts {
  id: string;
  subOrderId: string;
  vendorId: string;
  cause: CreditNoteCause;
  reason: string;
  invoiceNumber: string;
  amount: number;
  tax: number;
  currency: string;
  taxAdjusted: boolean;
  issuedAt: Date;
  /** Of its PDF; null until it is rendered. */
  storageKey: string | null;
}
