import type { FeatureActivities, PluginPlatform } from 'haat/plugin';
import { createMerchantRemote } from '../operations/merchant-remote.js';
import { createMerchantConnectionActivities } from './merchant-connection.activities.js';

export function createMerchantFeedQueues(platform: PluginPlatform): FeatureActivities {
  const remote = createMerchantRemote(platform);
  return { queues: { core: createMerchantConnectionActivities({ ...platform, remote }) } };
}
