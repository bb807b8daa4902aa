import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createBoughtTogetherActivities } from './bought-together.activities.js';

export function createBoughtTogetherQueues(platform: Platform): FeatureActivities {
  return { queues: { indexing: createBoughtTogetherActivities(platform) } };
}
