import type { DisputeState } from '#domain/payments/provider-books.js';

/** Who bears a lost dispute, by the rule of the operator. */
export const disputeShares = ['vendor', 'platform', 'by_reason'] as const;
export type DisputeShare = (typeof disputeShares)[number];
export type DisputeBearer = 'vendor' | 'platform';

export const evidenceStates = ['none', 'collecting', 'ready', 'failed'] as const;
export type EvidenceState = (typeof evidenceStates)[number];

/** A payment that the buyer's bank asks back, matched with our payment where there is one. Amounts in subunits. */
export interface Dispute {
  id: string;
  providerId: string;
  providerDisputeId: string;
  providerPaymentId: string;
  paymentId: string | null;
  orderId: string | null;
  amount: number;
  currency: string;
  state: DisputeState;
  reasonCode: string | null;
  dueAt: Date | null;
  openedAt: Date;
  stateAt: Date;
  endedAt: Date | null;
  /** What the provider has taken from its balance for it, as the ledger has it. */
  deducted: number;
  /** What of a lost one is booked. */
  lostAmount: number;
  /** Of the postings that booked it. */
  lossBookingId: string | null;
  borneBy: DisputeBearer | null;
  evidenceState: EvidenceState;
  evidenceKey: string | null;
  evidenceAt: Date | null;
  evidenceSubmittedAt: Date | null;
}

/** What an order says of its dispute, beside its documented fields. */
export interface OrderDispute {
  state: DisputeState;
  /** Subunits. */
  amount: number;
  /** ISO 8601; until when evidence is taken. */
  dueAt: string | null;
}

/** While a dispute is open its sale is not paid out. */
export function isOpenDispute(state: DisputeState): boolean {
  return state === 'opened' || state === 'under_review';
}

const FINAL: readonly DisputeState[] = ['won', 'lost', 'closed'];

/**
 * Whether a report about a dispute counts after an earlier one: webhooks come in any order. A later report counts, but never
 * from an end back to an open state, and of two at the same second the end.
 */
export function takesDisputeReport(
  known: { state: DisputeState; at: Date },
  reported: { state: DisputeState; at: Date },
): boolean {
  if (known.state === reported.state) return false;
  const knownEnds = FINAL.includes(known.state);
  const reportedEnds = FINAL.includes(reported.state);
  if (knownEnds !== reportedEnds) return reportedEnds;
  return reported.at >= known.at;
}

/** Who bears a lost dispute. @param vendorReasons reason codes that are the vendor's, for `by_reason` */
export function bearerOf(
  share: DisputeShare,
  reasonCode: string | null,
  vendorReasons: readonly string[],
): DisputeBearer {
  if (share !== 'by_reason') return share;
  return reasonCode !== null && vendorReasons.includes(reasonCode) ? 'vendor' : 'platform';
}
