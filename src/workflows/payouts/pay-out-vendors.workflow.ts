import type { PayoutRunActivities } from '#activities/payouts/payout-run.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { payOutVendors as contract, PayOutVendorsInput } from './payouts.contract.js';

const { payOutNextVendors } = proxyActivities<PayoutRunActivities>({
  ...longPass,
  summary: 'Create the payouts of the next vendors',
});
const { endPayoutRun } = proxyActivities<PayoutRunActivities>({
  ...databaseStep,
  summary: 'Record that the run ended early',
});

export const payOutVendors: WorkflowOf<typeof contract> = (input: PayOutVendorsInput) => {
  const { runId, origin } = input;
  return runInRounds(input, {
    round: async () => {
      const step = await payOutNextVendors({ runId, origin });
      const sum = `${step.created} payouts created for ${step.vendors} vendors`;
      setProgress(step.done ? sum : `${sum} so far`);
      return step;
    },
    ended: (end) => endPayoutRun({ runId, ...end, origin }),
  });
};
