import type { WebhookDelivery } from '../../../../sandboxes/payments/webhook-sender.js';

/** The last webhooks of the gateway, with what became of them. */
export async function readGatewayWebhooks(url: string): Promise<WebhookDelivery[]> {
  const response = await fetch(`${url}/_log`);
  return ((await response.json()) as { webhooks: WebhookDelivery[] }).webhooks;
}
