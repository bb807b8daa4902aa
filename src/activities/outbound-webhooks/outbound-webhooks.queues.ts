import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createDeliveriesRepository } from '#db/outbound-webhooks/deliveries.repository.js';
import { createEndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import { createWebhookSender } from '#integrations/outbound-webhooks/webhook-sender.js';
import { createEndpointDisabling } from '#operations/outbound-webhooks/disable-endpoint.js';
import type { Platform } from '#operations/platform.js';
import { createDeliveryAttempts } from './attempt-delivery.js';
import { createDeliveryPass } from './deliver-webhooks.js';
import { createEndpointResults } from './endpoint-results.js';
import { createFanOutHandler } from './fan-out-events.js';
import { createWebhooksSweep } from './webhooks-sweep.js';

export function createOutboundWebhooksQueues(platform: Platform): FeatureActivities {
  const { config, knex } = platform;
  const sender = createWebhookSender({ production: config.production, allow: config.WEBHOOKS_ALLOW });
  const disable = createEndpointDisabling(platform, createEndpointsRepository(knex));
  const delivery = createDeliveryPass({
    ...platform,
    attempt: createDeliveryAttempts({ ...platform, sender }),
    recordResults: createEndpointResults(createDeliveriesRepository(), disable),
  });
  return {
    drains: { 'webhook-events': createFanOutHandler(platform) },
    passes: { 'webhook-deliveries': delivery.pass },
    sweeps: { core: { webhooks: createWebhooksSweep(platform) } },
    async close() {
      sender.close();
      await delivery.settled();
    },
  };
}
