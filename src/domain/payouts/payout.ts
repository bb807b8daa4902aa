import type { LedgerFigures, LedgerKind } from '#domain/ledger/ledger.js';
import type { PayoutTransfer } from './transfer.js';

export const payoutStatuses = ['pending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Where a payout goes. */
export interface BankAccount {
  accountHolder: string;
  accountNumber: string;
  ifsc: string;
  pan: string;
}

/** Money for a vendor. Amounts in subunits. */
export interface Payout {
  id: string;
  vendorId: string;
  amount: number;
  currency: string;
  status: PayoutStatus;
  until: Date;
  /** Encrypted. */
  bank: string;
  reference: string | null;
  failureReason: string | null;
  /** A second person decides whether it is paid at all. */
  awaitingApproval: boolean;
  /** Of the bank, where it returned a payout that was recorded as paid. */
  returnReference: string | null;
  paidAt: Date | null;
  failedAt: Date | null;
  createdAt: Date;
}

/** How a provider sends a listed payout; instants are ISO 8601, people by their names. */
export interface ListedTransfer extends Pick<
  PayoutTransfer,
  'providerId' | 'state' | 'providerTransferId' | 'reason' | 'problem'
> {
  createdBy: string;
  approvedBy: string | null;
  approvedAt: string | null;
  sentAt: string | null;
  processedAt: string | null;
  endedAt: string | null;
}

export interface ListedPayout extends Payout {
  vendorName: string;
  entryCount: number;
  /** Null for a payout of the bank file. */
  transfer: ListedTransfer | null;
}

/** An entry of a payout, as its statement shows it. */
export interface StatementRow extends LedgerFigures {
  kind: LedgerKind;
  orderNumber: string | null;
  reason: string | null;
  net: number;
  postedAt: Date;
  /** Of the sub-order, as printed; null where it has none. */
  invoiceNumber: string | null;
  /** Of a sale: what of its gross the buyer paid for shipping, and its taxes. Subunits. */
  shipping: number | null;
  tax: number | null;
}

/** What a vendor is owed. */
export interface VendorBalance {
  /** Can be paid out now; negative where the vendor owes. */
  available: number;
  /** Sales that are not delivered long enough, or have an open return or a pending refund. */
  held: number;
  /** When the next of them becomes payable by time; null when none waits for time alone. */
  heldUntil: Date | null;
  /** Part of `available` that the vendor owes. */
  negative: number;
}
