import { condition as until, setHandler } from '@temporalio/workflow';
import type { CampaignsActivities } from '#activities/campaigns/campaigns.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities } from '#workflows/_shared/steps.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import {
  broadcastChangedSignal,
  broadcastStepQuery,
  type sendBroadcast as contract,
  type SendBroadcastInput,
} from './campaigns.contract.js';

const { advanceBroadcast } = proxyActivities<CampaignsActivities>({
  ...longPass,
  // Without an end: a broadcast whose run is gone would stand as sending, and nobody would go on with it.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  taskQueue: 'mail',
  summary: 'Send the next batches',
});
const { cancelBroadcast } = proxyActivities<CampaignsActivities>({
  ...databaseStep,
  taskQueue: 'mail',
  summary: 'Mark the broadcast as cancelled',
});

export const sendBroadcast: WorkflowOf<typeof contract> = async (input: SendBroadcastInput) => {
  const { broadcastId, origin } = input;
  let changed = false;
  let step: 'sending' | 'waiting' | 'paused' = 'sending';
  setHandler(broadcastChangedSignal, () => {
    changed = true;
  });
  setHandler(broadcastStepQuery, () => step);

  let failures = 0;
  await runInRounds(input, {
    round: async () => {
      changed = false;
      step = 'sending';
      setOutcome('ok');
      const { next, waitMs = 0, failed, ended } = await advanceBroadcast({ broadcastId, failures, origin });
      failures = failed ? failures + 1 : 0;
      if (ended) setOutcome(ended.status, ended.reason);
      if (next === 'paused') {
        step = 'paused';
        setOutcome('waiting', 'somebody to resume the broadcast');
        await until(() => changed);
      } else if (next === 'wait') {
        step = 'waiting';
        await condition(() => changed, waitMs, 'Until the broadcast goes on');
      }
      // A broadcast that is sent again at this moment goes on: nobody else would look.
      return { done: next === 'done' && !changed };
    },
    // Nobody else would go on with a broadcast whose run was cancelled.
    ended: async ({ state }) => {
      if (state === 'cancelled') await cancelBroadcast({ broadcastId, origin });
    },
  });
};
