/** The books of a payment provider in the terms of the platform: what its lists give and its webhooks name. */

/** A payment in the provider's books. */
export interface ListedPayment {
  providerPaymentId: string;
  providerOrderId: string | null;
  /** Our payment row and the order's number as we sent them, where the provider gives them back. */
  paymentId?: string;
  orderNumber?: string;
  /** `captured`: the provider holds or held the money, also where it went back since. */
  state: 'captured' | 'failed';
  /** Integer subunits that the buyer paid. */
  amount: number;
  currency: string;
  /** The provider's fee without tax, and the tax on it, in integer subunits; null until the provider says. */
  fee: number | null;
  tax: number | null;
  createdAt: Date;
}

/** A refund in the provider's books, of the shop or made in its console. */
export interface ListedRefund {
  providerRefundId: string;
  providerPaymentId: string;
  /** Our refund row, where the provider gives our reference back; absent for a refund made in its console. */
  refundId?: string;
  state: 'pending' | 'processed' | 'failed';
  /** Integer subunits. */
  amount: number;
  currency: string | null;
  createdAt: Date;
}

/**
 * `opened` waits for evidence, `under_review` for the bank. `won`, `lost` and `closed` are final; `closed` moved no money
 * (an inquiry that ended, or a payment that was refunded instead).
 */
export const disputeStates = ['opened', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A payment that the buyer's bank asks back. */
export interface ListedDispute {
  providerDisputeId: string;
  providerPaymentId: string;
  /** Integer subunits that are asked back: the payment or less. */
  amount: number;
  currency: string;
  state: DisputeState;
  /** Integer subunits that the provider has taken from its balance for it and not given back. */
  deducted: number;
  /** The provider's own code. */
  reasonCode: string | null;
  /** Until when evidence is taken. */
  dueAt: Date | null;
  createdAt: Date;
}

/** A transfer of the provider's balance to the bank. */
export interface ListedSettlement {
  providerSettlementId: string;
  /** Integer subunits that reach the bank; negative where the provider collects what it is owed. */
  amount: number;
  currency: string;
  /** `failed` is not final: the provider tries again, and it can still become `processed`. */
  state: 'created' | 'processed' | 'failed';
  /** For the transfer itself, in integer subunits, not part of `amount`: the fee without tax, and the tax on it. */
  fees: number;
  tax: number;
  /** The bank's reference (UTR). */
  reference: string | null;
  createdAt: Date;
  /** When the bank got it; null until then, and where the provider does not say. */
  processedAt: Date | null;
}

export const settlementLineKinds = [
  'payment',
  'refund',
  'dispute',
  'adjustment',
  'transfer',
  'reserve',
  'fee',
  'other',
] as const;
export type SettlementLineKind = (typeof settlementLineKinds)[number];

/**
 * One movement of the provider's balance. `credit - debit` is what it did to the balance, fee and tax already taken:
 * for each, `credit - debit + fee + tax` is the money that moved, and all lines of a settlement add up to its `amount`.
 */
export interface SettlementLine {
  /** Unique among the provider's lines. */
  lineId: string;
  /** Null while the line waits for its settlement. */
  providerSettlementId: string | null;
  kind: SettlementLineKind;
  /** The payment, refund, adjustment, dispute or transfer at the provider. */
  entityId: string;
  /** The payment that it belongs to: of a payment itself, of its refund, of its dispute. */
  providerPaymentId: string | null;
  providerDisputeId: string | null;
  /** Integer subunits, one of them 0. */
  debit: number;
  credit: number;
  /** Integer subunits: the fee without tax, and the tax on it. Negative where the provider gives a fee back. */
  fee: number;
  tax: number;
  currency: string;
  description: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** What each piece of evidence proves. */
export const evidenceKinds = [
  'invoice',
  'shipping_proof',
  'delivery_proof',
  'customer_communication',
  'refund_policy',
  'other',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** What a webhook says happened, in the terms of the platform. */
export const paymentEventTypes = [
  'payment.captured',
  'payment.failed',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'dispute.created',
  'dispute.under_review',
  'dispute.action_required',
  'dispute.won',
  'dispute.lost',
  'dispute.closed',
  'settlement.processed',
  'settlement.failed',
  'ignored',
] as const;
export type PaymentEventType = (typeof paymentEventTypes)[number];
