import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createAnalyticsActivities } from './analytics.activities.js';

export function createAnalyticsQueues(platform: Platform): FeatureActivities {
  return { queues: { core: createAnalyticsActivities(platform) } };
}
