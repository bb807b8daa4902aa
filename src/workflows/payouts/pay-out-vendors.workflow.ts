import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { PayoutRunActivities } from '#activities/payouts/payout-run.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { payOutVendors as contract, PayOutVendorsInput } from './payouts.contract.js';

const { payOutNextVendors } = proxyActivities<PayoutRunActivities>({
  ...longPass,
  summary: 'Create the payouts of the next vendors',
});
const { endPayoutRun } = proxyActivities<PayoutRunActivities>(databaseStep);

export const payOutVendors: WorkflowOf<typeof contract> = (input: PayOutVendorsInput) => {
  const { runId, origin } = input;
  return runInRounds(input, {
    round: async () => {
      const step = await payOutNextVendors({ runId, origin });
      const sum = `${step.created} payouts created for ${step.vendors} vendors`;
      setCurrentDetails(step.done ? sum : `${sum} so far`);
      return step;
    },
    ended: (end) => endPayoutRun({ runId, ...end, origin }),
  });
};
