import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';
import { requestedSignal } from '#workflows/_shared/requests.js';

export interface FetchProviderBooksInput {
  /** Of the run, where it goes on after many rounds; the checkpoint of each provider carries it. */
  runId?: string;
}

export interface ProviderBooksFetched {
  providers: number;
  /** Rows of their books that said something new. */
  found: number;
  /** Providers that did not respond; the next run goes on where this one stopped. */
  unanswered: number;
}

/**
 * Fetches the books of all payment providers once a day: payments, refunds, disputes, adjustments and settlements, and matches
 * them with ours, so that what webhooks lost is found. Its checkpoint is a row for each provider; a step that is repeated finds
 * nothing new. A provider that does not respond is left to the next run.
 */
export const fetchProviderBooks = contract<FetchProviderBooksInput>()({
  name: 'fetchProviderBooks',
  id: () => 'reconciliation-books',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Reconcile the books of the payment providers',
});

export interface CollectDisputeEvidenceInput {
  request?: string;
  disputeId: string;
  orderId: string;
  origin: Origin;
}

/**
 * Collects the evidence against a dispute as one file: invoices, tracking, proof of delivery, mails. Started by the event of
 * an operator's click; collecting again replaces the file.
 */
export const collectDisputeEvidence = contract<CollectDisputeEvidenceInput>()({
  name: 'collectDisputeEvidence',
  ...entityIds<CollectDisputeEvidenceInput>('reconciliation-evidence', (input) => input.disputeId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: ({ orderId }) => ({ orderId }),
  summary: () => 'Evidence against a dispute',
  signals: { requested: requestedSignal },
});
