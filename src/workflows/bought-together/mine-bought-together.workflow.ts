import { continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow';
import type { BoughtTogetherActivities } from '#activities/bought-together/bought-together.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import {
  type mineBoughtTogether as contract,
  type MineBoughtTogetherInput,
  miningRequestedSignal,
} from './bought-together.contract.js';

const { countBaskets } = proxyActivities<BoughtTogetherActivities>({
  ...longPass,
  taskQueue: 'indexing',
  summary: 'Count orders, day by day',
});
const { replacePairs } = proxyActivities<BoughtTogetherActivities>({
  ...longPass,
  taskQueue: 'indexing',
  summary: 'Replace the pairs',
});

export const mineBoughtTogether: WorkflowOf<typeof contract> = async (input: MineBoughtTogetherInput) => {
  let requested = false;
  setHandler(miningRequestedSignal, () => {
    requested = true;
  });
  const { runId: miningId, startTime } = workflowInfo();
  // The request that began this run needs no other one.
  requested = false;
  const mining = { miningId, until: startTime.toISOString() };
  await countBaskets(mining);
  await replacePairs(mining);
  if (requested) await continueAsNew<typeof mineBoughtTogether>(input);
};
