import type { EventsActivities } from '#activities/events/events.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { type drainDeliveries as contract, type DrainInput } from './events.contract.js';

/** Rounds after which the history is long enough to start afresh. */
const ROUNDS = 100;

/**
 * One loop for every drain: a round takes what is due, and the loop ends when nothing more is due. What comes as
 * the run ends is not lost: the relay asks again while something is due.
 */
export const drainDeliveries: WorkflowOf<typeof contract> = async (input: DrainInput) => {
  const { drainBatch } = proxyActivities<EventsActivities>({
    ...longPass,
    taskQueue: input.taskQueue,
    summary: `Handle what is due for ${input.subscription}`,
  });
  await runInRounds(input, {
    round: async () => {
      const { taken, more = taken > 0 } = await drainBatch({ subscription: input.subscription });
      return { done: !more };
    },
    rounds: ROUNDS,
  });
};
