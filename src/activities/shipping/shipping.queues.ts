import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createLogPushSender } from '#integrations/push/log-push-sender.js';
import type { Platform } from '#operations/platform.js';
import { createLabelStore } from './label-store.js';
import { createParcelNotificationsHandler } from './parcel-notifications.js';
import { createShipmentActivities } from './shipment.activities.js';
import { createTrackingActivities } from './tracking.activities.js';
import { createVoidActivities } from './void.activities.js';

export function createShippingQueues(platform: Platform): FeatureActivities {
  const labels = createLabelStore(platform);
  return {
    queues: {
      core: {
        ...createShipmentActivities({ ...platform, labels }),
        ...createVoidActivities(platform),
        ...createTrackingActivities(platform),
      },
    },
    drains: { 'shipping-push': createParcelNotificationsHandler(platform, createLogPushSender(platform)) },
  };
}
