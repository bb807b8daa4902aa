import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createAbandonedCartsActivities } from './abandoned-carts.activities.js';

export function createAbandonedCartsQueues(platform: Platform): FeatureActivities {
  return { queues: { core: createAbandonedCartsActivities(platform) } };
}
