import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createProductImportsActivities } from './product-imports.activities.js';
import { createUploadSweepActivities } from './upload-sweep.activities.js';

export function createProductImportsQueues(platform: Platform): FeatureActivities {
  const uploads = createUploadSweepActivities(platform);
  return {
    // The sweep workflow of the release before starts the activity by its own name.
    queues: { indexing: { ...createProductImportsActivities(platform), ...uploads } },
    sweeps: { indexing: { 'product-imports': () => uploads.sweepProductFiles({ olderThanHours: 24 }) } },
  };
}
