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
