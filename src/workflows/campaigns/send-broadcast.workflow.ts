import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { CampaignsActivities } from '#activities/campaigns/campaigns.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import {
  broadcastChangedSignal,
  broadcastStepQuery,
  type sendBroadcast as contract,
  type SendBroadcastInput,
} from './campaigns.contract.js';

/** Rounds of some seconds each, after which the history is long enough to start afresh. */
const ROUNDS = 200;

const { advanceBroadcast } = proxyActivities<CampaignsActivities>({
  ...longPass,
  // Without an end: a broadcast whose run is gone would stand as sending, and nobody would go on with it.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  taskQueue: 'mail',
  summary: 'Send the next batches',
});
const { cancelBroadcast } = proxyActivities<CampaignsActivities>({ ...databaseStep, taskQueue: 'mail' });

export const sendBroadcast: WorkflowOf<typeof contract> = async (input: SendBroadcastInput) => {
  const { broadcastId, origin } = input;
  let changed = false;
  let step: 'sending' | 'waiting' | 'paused' = 'sending';
  setHandler(broadcastChangedSignal, () => {
    changed = true;
  });
  setHandler(broadcastStepQuery, () => step);

  try {
    let failures = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      changed = false;
      step = 'sending';
      const { next, waitMs = 0, failed } = await advanceBroadcast({ broadcastId, failures, origin });
      failures = failed ? failures + 1 : 0;
      if (next === 'done') return;
      if (next === 'paused') {
        step = 'paused';
        await condition(() => changed);
      } else if (next === 'wait') {
        step = 'waiting';
        await condition(() => changed, waitMs);
      }
    }
  } catch (error) {
    // Cancelling the run must not cancel the record of it: nobody else would go on with the broadcast.
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => cancelBroadcast({ broadcastId, origin }));
    }
    throw error;
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof sendBroadcast>(input);
};
