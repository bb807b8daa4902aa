import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createOrderCountsSweep } from './add-up-order-counts.js';
import { createOrdersActivities } from './orders.activities.js';

export function createOrdersQueues(platform: Platform): FeatureActivities {
  const { paymentProviders: providers } = platform;
  return {
    queues: { core: createOrdersActivities({ ...platform, providers }) },
    sweeps: { core: { 'order-counts': createOrderCountsSweep(platform) } },
  };
}
