import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface PayOutVendorsInput {
  runId: string;
  /** ISO instant. */
  until: string;
  minimum: number;
  origin: Origin;
}

const ids = entityIds<Pick<PayOutVendorsInput, 'runId'>>('payouts-run', ({ runId }) => runId);

/** The id of the job of a run. */
export const payoutRunJobId = (runId: string): string => ids.id({ runId });

/**
 * Creates the payouts of all vendors, one transaction for each. Its checkpoint is the row of the run, so that no vendor is
 * paid twice or left out by a worker that resumes it; a cancelled run keeps the payouts that it has created.
 */
export const payOutVendors = contract<PayOutVendorsInput>()({
  name: 'payOutVendors',
  ...ids,
  onRunning: 'join',
  onClosed: 'refuse',
  searchAttributes: () => ({}),
  summary: ({ until }) => `Payouts of all vendors up to ${until}`,
});

export interface SendPayoutInput {
  payoutId: string;
  vendorId: string;
  origin: Origin;
}

/** The provider sent a webhook about it; carries nothing, the provider is asked. */
export const transferReportedSignal = defineSignal('reported');
/** Where the run waits. */
export const transferStepQuery = defineQuery<string>('step');

/**
 * Sends a payout by its provider and follows it until the money has arrived, came back or was refused; some days longer,
 * since banks return what they took. Started by the event of its request, signalled by each webhook. Never twice: the id of the
 * payout is the provider's idempotency key, whatever was perhaps sent is asked for before it is sent again, and each state
 * is booked by a conditional update. Between two questions it waits up to six hours.
 */
export const sendPayout = contract<SendPayoutInput>()({
  name: 'sendPayout',
  ...entityIds<SendPayoutInput>('payouts-transfer', (input) => input.payoutId),
  onRunning: 'join',
  // A webhook may come long after the run has ended.
  onClosed: 'again',
  searchAttributes: ({ vendorId }) => ({ vendorId }),
  summary: () => 'Transfer of a payout to its vendor',
  signals: { reported: transferReportedSignal },
  queries: { step: transferStepQuery },
});

export interface VerifyPayoutAccountInput {
  accountId: string;
  vendorId: string;
  origin: Origin;
}

/**
 * Verifies bank details of a vendor that replaced others: waits, then has the provider send a test transfer and follows it
 * as a payout, never sent twice. With the bank file the wait alone verifies them. Started by the event of the change or of
 * a retry, signalled by each webhook; details that others replace meanwhile end it at its next look.
 */
export const verifyPayoutAccount = contract<VerifyPayoutAccountInput>()({
  name: 'verifyPayoutAccount',
  ...entityIds<VerifyPayoutAccountInput>('payouts-account', (input) => input.accountId),
  onRunning: 'join',
  // An operator tries details again that failed, and a webhook may come long after the run has ended.
  onClosed: 'again',
  searchAttributes: ({ vendorId }) => ({ vendorId }),
  summary: () => 'Verification of the bank details of a vendor',
  signals: { reported: transferReportedSignal },
  queries: { step: transferStepQuery },
});
