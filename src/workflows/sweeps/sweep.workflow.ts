import type { SweepsActivities } from '#activities/sweeps/sweeps.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { sweep as contract, SweepInput } from './sweeps.contract.js';

export const sweep: WorkflowOf<typeof contract> = async (input: SweepInput) => {
  const { runSweep } = proxyActivities<SweepsActivities>({
    ...longPass,
    taskQueue: input.queue,
    summary: `Run ${input.name}`,
  });
  return runSweep({ name: input.name });
};
