import type { SettlementLineKind } from '#domain/payments/provider-books.js';

export type MovementState = 'pending' | 'done' | 'failed';

/** What a provider says of one movement of its balance. Amounts in subunits. */
export interface ReportedMovement {
  providerId: string;
  kind: SettlementLineKind;
  /** The provider's own id of it. */
  providerRef: string;
  providerPaymentId: string | null;
  providerOrderId?: string | null;
  providerDisputeId?: string | null;
  orderNumber?: string | null;
  state: MovementState;
  /** When it had this state: of two reports the later one counts. */
  stateAt: Date;
  /** What it adds to the balance before its fee: negative of refunds. */
  amount: number;
  currency: string;
  /** Undefined where this report does not say. */
  fee?: number | null;
  feeTax?: number | null;
  occurredAt: Date;
  /** Our rows, where the provider gives our references back. */
  paymentId?: string;
  refundId?: string;
}

export const refundDecisions = ['pieces', 'goodwill', 'not_of_order'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/** What a person says of a difference; `explained` where there is no movement to decide about. */
export const itemDecisions = [...refundDecisions, 'explained'] as const;
export type ItemDecisionKind = (typeof itemDecisions)[number];

/** A movement as it is kept. */
export interface Movement {
  id: string;
  providerId: string;
  kind: SettlementLineKind;
  providerRef: string;
  providerPaymentId: string | null;
  providerOrderId: string | null;
  providerDisputeId: string | null;
  state: MovementState;
  amount: number;
  currency: string;
  fee: number | null;
  feeTax: number | null;
  feeBooked: number;
  feeTaxBooked: number;
  paymentId: string | null;
  refundId: string | null;
  orderId: string | null;
  bookedTo: string | null;
  booked: number;
  /** Subunits that each vendor is held back by, for a refund that nobody has allocated. */
  held: Record<string, number>;
  decision: RefundDecision | null;
  /** Of an adjustment: the refund that it gives back, which failed after it was settled. */
  returnedId: string | null;
  settlementId: string | null;
  occurredAt: Date;
}

/** Why money has no explanation yet; the name of the difference. */
export const itemKinds = [
  'payment_unmatched',
  'refund_unmatched',
  'refund_to_allocate',
  'refund_reversed',
  'dispute_unmatched',
  'amount_differs',
  'settlement_differs',
  'not_settled',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Ledger accounts between the operator and a provider. */
export const providerAccounts = {
  receipts: (providerId: string) => `receipts:${providerId}`,
  /** Money of which nobody knows yet what it is of. */
  unallocated: (providerId: string) => `unallocated:${providerId}`,
  /** Charges that belong to no sale and go back. */
  surplus: (providerId: string) => `surplus:${providerId}`,
  /** What vendors are held back by for refunds that are not allocated. */
  held: (providerId: string) => `held:${providerId}`,
  disputes: (providerId: string) => `disputes:${providerId}`,
  reserves: (providerId: string) => `reserves:${providerId}`,
  transfers: (providerId: string) => `transfers:${providerId}`,
  adjustments: (providerId: string) => `provider_adjustments:${providerId}`,
  fees: 'provider_fees',
  feesTax: 'provider_fees_tax',
  disputeLosses: 'dispute_losses',
  bank: 'bank',
} as const;
