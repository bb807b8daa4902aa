import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { PayoutRunActivities } from '#activities/payouts/payout-run.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import type { payOutVendors as contract, PayOutVendorsInput } from './payouts.contract.js';

/** Rounds of some seconds each, after which the history is long enough to start afresh. */
const ROUNDS = 200;

const { payOutNextVendors } = proxyActivities<PayoutRunActivities>({
  ...longPass,
  summary: 'Create the payouts of the next vendors',
});
const { endPayoutRun } = proxyActivities<PayoutRunActivities>(databaseStep);

export const payOutVendors: WorkflowOf<typeof contract> = async (input: PayOutVendorsInput) => {
  const { runId, origin } = input;
  let done = false;
  try {
    for (let round = 0; round < ROUNDS && !done; round += 1) {
      const step = await payOutNextVendors({ runId, origin });
      done = step.done;
      setCurrentDetails(
        `${step.created} payouts created for ${step.vendors} vendors${done ? '' : ' so far'}`,
      );
    }
  } catch (error) {
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(() => end(error));
    throw error;
  }
  if (!done) await continueAsNew<typeof payOutVendors>(input);

  async function end(error: unknown): Promise<void> {
    const cancelled = isCancellation(error);
    await endPayoutRun({
      runId,
      state: cancelled ? 'cancelled' : 'failed',
      error: cancelled ? null : failureReason(error, 'The run broke off because of a problem on our side'),
      origin,
    });
  }
};
