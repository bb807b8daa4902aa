import type { ServiceOptions } from '#api/kernel/service-options.js';
import { sharedService } from '#api/kernel/shared-service.js';
import { createSettingsService } from '#api/settings/settings.service.js';
import type { Platform } from '#operations/platform.js';
import { createCouriersService } from './couriers.service.js';
import { createCarrierWebhooks } from './carrier-webhooks.service.js';
import { createEwayBillsService } from './eway-bills.service.js';
import { createFulfilmentChecks } from './fulfilment-checks.js';
import { createOrderDocumentsService } from './order-documents.service.js';
import { createPickupsService } from './pickups.service.js';
import { createShipmentsService } from './shipments.service.js';
import { createShippingConfigService } from './shipping-config.service.js';
import { createSubOrdersService } from './sub-orders.service.js';
import { createTrackingService } from './tracking.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createShippingServices(platform: Platform, options: ServiceOptions) {
  const settings = sharedService(platform, createSettingsService);
  const shippingConfig = createShippingConfigService(platform, settings);
  const fulfilmentChecks = createFulfilmentChecks({ ...platform, shippingConfig });
  return {
    shippingConfig,
    pickups: createPickupsService(platform, fulfilmentChecks, { waitMs: options.carrierWaitMs }),
    ewayBills: createEwayBillsService(platform),
    couriers: createCouriersService(platform, shippingConfig),
    subOrders: createSubOrdersService(platform, fulfilmentChecks, { waitMs: options.carrierWaitMs }),
    shipments: createShipmentsService(platform),
    orderDocuments: createOrderDocumentsService(platform, { waitMs: options.documentWaitMs }),
    tracking: createTrackingService(platform),
    carrierWebhooks: createCarrierWebhooks(platform),
  };
}
