import { proxyActivities } from '@temporalio/workflow';
import type { ReindexActivities } from '#activities/search/reindex.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { reindexProducts as contract, ReindexProductsInput } from './search.contract.js';

const { indexBatches } = proxyActivities<ReindexActivities>({
  ...longPass,
  taskQueue: 'search',
  summary: 'Index on from the checkpoint',
});
const { endReindex } = proxyActivities<ReindexActivities>({ ...databaseStep, taskQueue: 'search' });

export const reindexProducts: WorkflowOf<typeof contract> = (input: ReindexProductsInput) => {
  const { runId, origin } = input;
  return runInRounds(input, {
    round: () => indexBatches({ runId, origin }),
    ended: (end) => endReindex({ runId, ...end, origin }),
  });
};
