import type { PluginPorts } from 'haat/plugin';
import { createMerchantFeed } from './merchant-feed.js';

export function createMerchantFeedPorts(): PluginPorts {
  return { feedTargets: [createMerchantFeed] };
}
