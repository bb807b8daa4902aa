import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createFollowerDigests } from './send-follower-digests.js';

export function createVendorPagesQueues(platform: Platform): FeatureActivities {
  return { sweeps: { core: { 'vendor-pages-digests': createFollowerDigests(platform) } } };
}
