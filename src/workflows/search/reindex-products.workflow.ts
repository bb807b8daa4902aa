import { CancellationScope, continueAsNew, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { ReindexActivities } from '#activities/search/reindex.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import type { reindexProducts as contract, ReindexProductsInput } from './search.contract.js';

/** Rounds of some seconds each, after which the history is long enough to start afresh. */
const ROUNDS = 200;

const { indexBatches } = proxyActivities<ReindexActivities>({
  ...longPass,
  taskQueue: 'search',
  summary: 'Index on from the checkpoint',
});
const { endReindex } = proxyActivities<ReindexActivities>({ ...databaseStep, taskQueue: 'search' });

export const reindexProducts: WorkflowOf<typeof contract> = async (input: ReindexProductsInput) => {
  const { runId, origin } = input;
  let done = false;
  try {
    for (let round = 0; round < ROUNDS && !done; round += 1)
      ({ done } = await indexBatches({ runId, origin }));
  } catch (error) {
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(() => end(error));
    throw error;
  }
  if (!done) await continueAsNew<typeof reindexProducts>(input);

  async function end(error: unknown): Promise<void> {
    const cancelled = isCancellation(error);
    await endReindex({
      runId,
      state: cancelled ? 'cancelled' : 'failed',
      error: cancelled ? null : failureReason(error, 'The run broke off because of a problem on our side'),
      origin,
    });
  }
};
