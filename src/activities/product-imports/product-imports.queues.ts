import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createProductImportsActivities } from './product-imports.activities.js';
import { createUploadSweepActivities } from './upload-sweep.activities.js';

export function createProductImportsQueues(platform: Platform): FeatureActivities {
  return {
    queues: {
      indexing: { ...createProductImportsActivities(platform), ...createUploadSweepActivities(platform) },
    },
  };
}
