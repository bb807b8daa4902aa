import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import type { Platform } from '#operations/platform.js';
import { createLatePaymentsActivities } from './late-payments.activities.js';
import { createLateRefundsActivities } from './late-refunds.activities.js';
import { createPaymentWebhooksHandler } from './payment-webhooks.js';
import { createPaymentsActivities } from './payments.activities.js';

export function createPaymentsQueues(platform: Platform): FeatureActivities {
  const deps = { ...platform, providers: createPaymentProviders(platform.config, platform) };
  return {
    queues: {
      core: {
        ...createPaymentsActivities(deps),
        ...createLatePaymentsActivities(deps),
        ...createLateRefundsActivities(deps),
      },
    },
    drains: { 'payments-webhooks': createPaymentWebhooksHandler(deps) },
  };
}
