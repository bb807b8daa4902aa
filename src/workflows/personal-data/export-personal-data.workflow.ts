import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { PersonalExportsActivities } from '#activities/personal-data/personal-exports.activities.js';
import { EXPORT_CANCELLED } from '#domain/personal-data/personal-data-export.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import type { exportPersonalData as contract } from './personal-data.contract.js';

/** A statement that failed six times will fail again; a worker that stops uses one of the attempts up. */
const ATTEMPTS = 6;

const { writePersonalData } = proxyActivities<PersonalExportsActivities>({
  ...longPass,
  retry: { ...longPass.retry, maximumAttempts: ATTEMPTS },
  taskQueue: 'exports',
  summary: 'Write the file and mail the user',
});
const { failPersonalData } = proxyActivities<PersonalExportsActivities>({
  ...databaseStep,
  taskQueue: 'exports',
  summary: 'Mark the export as failed',
});

export const exportPersonalData: WorkflowOf<typeof contract> = async ({ exportId, origin }) => {
  try {
    await awaitOutage(() => writePersonalData({ exportId, origin }));
  } catch (thrown) {
    const error = isCancellation(thrown)
      ? EXPORT_CANCELLED
      : failureReason(thrown, 'The file failed because of an internal error');
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(() => failPersonalData({ exportId, error, origin }));
    throw thrown;
  }
};
