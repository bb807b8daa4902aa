import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Platform } from '#operations/platform.js';
import { createOrdersActivities } from './orders.activities.js';

export function createOrdersQueues(platform: Platform): FeatureActivities {
  const providers = createPaymentProviders(platform.config, platform);
  return { queues: { core: createOrdersActivities({ ...platform, providers }) } };
}
