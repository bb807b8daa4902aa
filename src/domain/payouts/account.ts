import type { Actor } from '#domain/_shared/context.js';

/** States of changed bank details: `replaced` by later ones, `cancelled` by an operator. */
export const accountStates = ['waiting', 'testing', 'verified', 'failed', 'replaced', 'cancelled'] as const;
export type AccountState = (typeof accountStates)[number];

/** Bank details of a vendor that replaced others. The first details of a vendor have no row. */
export interface PayoutAccount {
  id: string;
  vendorId: string;
  state: AccountState;
  changedBy: Actor;
  changedAt: Date;
  /** The test transfer is not sent before. */
  dueAt: Date;
  /** The account as it is tested, encrypted; null until then. */
  bank: string | null;
  /** Who sends the test transfer; null with the bank file. */
  providerId: string | null;
  /** Our id of the test transfer, another one for each attempt. */
  transferId: string | null;
  providerTransferId: string | null;
  /** Integer subunits of the test transfer. */
  amount: number | null;
  bankReference: string | null;
  /** Why it failed or was cancelled. */
  reason: string | null;
  /** Why the provider refused a repeated call: nothing is sent any more, and the first call may still turn up. */
  refusal: string | null;
  /** What a person has to look at. */
  problem: string | null;
  sentAt: Date | null;
  lastSentAt: Date | null;
  /** Hash of the provider account that it was sent from. */
  sentFrom: string | null;
  /** Since when the provider has not known it, after it had accepted it. */
  missingSince: Date | null;
  verifiedAt: Date | null;
  endedAt: Date | null;
}

/** As operators and vendors see it. */
export interface ListedAccount extends PayoutAccount {
  vendorName: string;
  changedByName: string;
}

export interface HoldTerms {
  /** Whether a provider sends payouts, so that the account is tested. */
  tested: boolean;
  bankHoldHours: number;
  now: Date;
}

const HOUR_MS = 3_600_000;

/** When changed details have waited long enough. */
export function waitedAt(
  { changedAt, dueAt }: Pick<PayoutAccount, 'changedAt' | 'dueAt'>,
  { tested, bankHoldHours }: Pick<HoldTerms, 'tested' | 'bankHoldHours'>,
): Date {
  return tested ? dueAt : new Date(changedAt.getTime() + bankHoldHours * HOUR_MS);
}

/** What payouts to changed details wait for, to complete "on hold until"; undefined where they do not wait. */
export function heldUntil(
  account: Pick<PayoutAccount, 'state' | 'changedAt' | 'dueAt'>,
  terms: HoldTerms,
): string | undefined {
  const { state } = account;
  if (state === 'verified') return undefined;
  if (state === 'failed' || state === 'cancelled')
    return 'the vendor corrects them or an operator tries them again';
  const waited = waitedAt(account, terms);
  if (waited > terms.now) return waited.toISOString();
  return terms.tested ? 'a test transfer has arrived' : undefined;
}
