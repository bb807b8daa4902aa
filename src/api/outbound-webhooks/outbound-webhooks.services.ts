import type { ServiceOptions } from '#api/kernel/service-options.js';
import type { Platform } from '#operations/platform.js';
import { createWebhookDeliveriesService } from './webhook-deliveries.service.js';
import { createWebhookEndpointsService } from './webhook-endpoints.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createOutboundWebhooksServices(platform: Platform, options: ServiceOptions) {
  return {
    webhookDeliveries: createWebhookDeliveriesService(platform),
    webhookEndpoints: createWebhookEndpointsService(platform, options.webhookEndpoints),
  };
}
