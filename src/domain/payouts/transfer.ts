import type { Actor } from '#domain/_shared/context.js';

/** States of a payout that a provider sends: the first two are ours, the others the provider's. */
export const transferStates = [
  'awaiting_approval',
  'requested',
  'initiated',
  'processed',
  'reversed',
  'failed',
] as const;
export type TransferState = (typeof transferStates)[number];

/** What the provider says of a transfer. */
export type ProviderState = Exclude<TransferState, 'awaiting_approval' | 'requested'>;

/** How a payout provider sends a payout: one for each payout, under the id of the payout. */
export interface PayoutTransfer {
  payoutId: string;
  providerId: string;
  state: TransferState;
  providerTransferId: string | null;
  /** Why it was reversed or failed. */
  reason: string | null;
  /** Why the provider refused a repeated call: nothing is sent any more, and the first call may still turn up. */
  refusal: string | null;
  /** What a person has to look at: the provider cannot be reached, or disagrees with our books. */
  problem: string | null;
  createdBy: Actor;
  approvedBy: Actor | null;
  approvedAt: Date | null;
  /** When the provider was called for the first and for the last time. */
  sentAt: Date | null;
  lastSentAt: Date | null;
  /** Hash of the provider account that it was sent from. */
  sentFrom: string | null;
  /** Since when the provider has not known it, after it had accepted it. */
  missingSince: Date | null;
  processedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

/** From which states each report of the provider is taken; in any other one it is old or repeated. */
const takenFrom: Record<ProviderState, readonly TransferState[]> = {
  initiated: ['requested'],
  processed: ['requested', 'initiated'],
  reversed: ['requested', 'initiated', 'processed'],
  // A failure after the money was sent is what other providers call a reversal.
  failed: ['requested', 'initiated', 'processed'],
};

/** The states that a report of the provider is news in. */
export function statesBefore(reported: ProviderState): readonly TransferState[] {
  return takenFrom[reported];
}

/** Whether the money is with the vendor or on its way, so that nobody may send it in another way. */
export function isUnderWay(state: TransferState): boolean {
  return state === 'initiated' || state === 'processed';
}

const DAY_MS = 86_400_000;
/** Providers forget idempotency keys after seven days: from then on a repeated call would send the money again. */
export const KEY_LIFE_MS = 5 * DAY_MS;
/** A call that was lost has arrived by then, or never will. */
export const ARRIVAL_MS = DAY_MS;

/** Whether the provider has not known an accepted transfer for so long that its list cannot be behind. */
export function isMissing(missingSince: Date | null, now: Date): boolean {
  return missingSince !== null && now.getTime() - missingSince.getTime() >= ARRIVAL_MS;
}

/** What may be done about a transfer that the provider was perhaps asked for and does not have. */
export function nextCall(
  { sentAt, lastSentAt, refusal }: Pick<PayoutTransfer, 'sentAt' | 'lastSentAt' | 'refusal'>,
  now: Date,
): 'send' | 'wait' | 'give_up' {
  if (!sentAt || !lastSentAt) return 'send';
  if (refusal === null && now.getTime() - sentAt.getTime() < KEY_LIFE_MS) return 'send';
  return now.getTime() - lastSentAt.getTime() < ARRIVAL_MS ? 'wait' : 'give_up';
}

/** What a vendor is sent within this time counts together against `payout.approval_above`. */
export const APPROVAL_WINDOW_MS = DAY_MS;

/**
 * Whether a second person has to approve a payout.
 * @param unapproved subunits that the vendor got within the window without an approval, so that no amount is split below the limit
 * @param limit subunits; 0 is no limit
 */
export function needsApproval(amount: number, unapproved: number, limit: number): boolean {
  return limit > 0 && amount + unapproved > limit;
}
