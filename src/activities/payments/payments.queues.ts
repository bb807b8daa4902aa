import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createLatePaymentsActivities } from './late-payments.activities.js';
import { createLateRefundsActivities } from './late-refunds.activities.js';
import { createPaymentLooksPass } from './payment-looks.js';
import { createPaymentWebhooksHandler } from './payment-webhooks.js';
import { createPaymentsActivities } from './payments.activities.js';

export function createPaymentsQueues(platform: Platform): FeatureActivities {
  const deps = { ...platform, providers: platform.paymentProviders };
  return {
    queues: {
      core: {
        ...createPaymentsActivities(deps),
        ...createLatePaymentsActivities(deps),
        ...createLateRefundsActivities(deps),
      },
    },
    passes: { 'payments-looks': createPaymentLooksPass(deps) },
    drains: { 'payments-webhooks': createPaymentWebhooksHandler(deps) },
  };
}
