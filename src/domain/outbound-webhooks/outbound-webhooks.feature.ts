import { defineFeature } from '#domain/_shared/feature.js';

export const outboundWebhooksFeature = defineFeature({
  slug: 'outbound-webhooks',
  text: 'Webhooks that the platform sends: endpoints of the operator and of vendors, and what was delivered to them.',
  permissions: {
    'webhook:view': 'Read webhook endpoints of the platform and their deliveries',
    'webhook:manage': 'Change webhook endpoints of the platform, send test events and redeliver',
  },
  entities: ['webhookEndpoint', 'vendorWebhookEndpoint', 'webhookDelivery', 'vendorWebhookDelivery'],
});
