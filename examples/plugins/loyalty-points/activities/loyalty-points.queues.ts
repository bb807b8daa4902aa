import type { FeatureActivities, PluginPlatform } from 'haat/plugin';
import { createLoyaltyPointsActivities } from './loyalty-points.activities.js';

export function createLoyaltyPointsQueues(platform: PluginPlatform): FeatureActivities {
  return { queues: { core: createLoyaltyPointsActivities(platform) } };
}
