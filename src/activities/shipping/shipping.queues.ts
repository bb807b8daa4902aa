import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { sharedPdfRenderer } from '#activities/_shared/shared-pdf-renderer.js';
import { createOrderDocumentsRepository } from '#db/shipping/order-documents.repository.js';
import { createLogPushSender } from '#integrations/push/log-push-sender.js';
import type { Platform } from '#operations/platform.js';
import { createDocumentEnds } from './document-ends.js';
import { createLabelStore } from './label-store.js';
import { createOrderDocumentActivities } from './order-document.activities.js';
import { createOrderDocumentsSweep } from './order-documents-sweep.js';
import { createParcelNotificationsHandler } from './parcel-notifications.js';
import { createPickupActivities } from './pickup.activities.js';
import { createShipmentActivities } from './shipment.activities.js';
import { createTrackingActivities } from './tracking.activities.js';
import { createVoidActivities } from './void.activities.js';

export function createShippingQueues(platform: Platform): FeatureActivities {
  const labels = createLabelStore(platform);
  const documents = createOrderDocumentsRepository();
  const pdf = sharedPdfRenderer(platform);
  const ends = createDocumentEnds({ ...platform, documents });
  return {
    queues: {
      core: {
        ...createShipmentActivities({ ...platform, labels }),
        ...createVoidActivities(platform),
        ...createTrackingActivities(platform),
        ...createPickupActivities(platform),
        ...ends,
      },
      documents: createOrderDocumentActivities({ ...platform, documents, pdf }),
    },
    drains: { 'shipping-push': createParcelNotificationsHandler(platform, createLogPushSender(platform)) },
    sweeps: { core: { 'order-documents': createOrderDocumentsSweep({ ...platform, documents, ends }) } },
    close: () => pdf.close(),
  };
}
