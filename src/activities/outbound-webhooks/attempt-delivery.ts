import type { ClaimedDelivery, SettledAttempt } from '#db/outbound-webhooks/deliveries.repository.js';
import { type DeliveryState, retryDelay } from '#domain/outbound-webhooks/delivery.js';
import { retryAfterSeconds } from '#integrations/http/retry-after.js';
import { timestampOf, webhookSignature } from '#integrations/outbound-webhooks/webhook-signature.js';
import type { WebhookResult, WebhookSender } from '#integrations/outbound-webhooks/webhook-sender.js';
import type { Clock } from '#lib/clock.js';
import type { Keyring } from '#lib/keyring.js';
import { createEndpointKeys } from './endpoint-keys.js';

const USER_AGENT = 'Haat-Webhooks/1';

const BODY_DELETED: WebhookResult = {
  outcome: 'blocked',
  durationMs: 0,
  status: null,
  responseHeaders: null,
  responseBody: null,
  error: 'The body of this delivery was deleted',
};

/** One attempt: signs the stored bytes, posts them, and says what becomes of the delivery. */
export function createDeliveryAttempts(deps: { keyring: Keyring; clock: Clock; sender: WebhookSender }) {
  const { keyring, clock, sender } = deps;
  const keysOf = createEndpointKeys(keyring);

  async function send(delivery: ClaimedDelivery, at: Date): Promise<WebhookResult | undefined> {
    const { messageId, endpointId, url, body } = delivery;
    if (body === null) return BODY_DELETED;
    const { secrets, headers } = keysOf(delivery, at);
    return sender.send({
      endpointId,
      url,
      body,
      headers: {
        'user-agent': USER_AGENT,
        ...headers,
        'content-type': 'application/json',
        'webhook-id': messageId,
        'webhook-timestamp': timestampOf(at),
        'webhook-signature': webhookSignature(secrets, { id: messageId, at, body }),
      },
    });
  }

  function next(
    delivery: ClaimedDelivery,
    result: WebhookResult,
    now: Date,
  ): { state: DeliveryState; nextAttemptAt: Date } {
    if (result.outcome === 'delivered') return { state: 'delivered', nextAttemptAt: now };
    if (delivery.body === null) return { state: 'failed', nextAttemptAt: now };
    const retryAfter = retryAfterSeconds(result.responseHeaders?.['retry-after'], now);
    const seconds = retryDelay(delivery.tries + 1, retryAfter === undefined ? {} : { retryAfter });
    if (seconds === undefined) return { state: 'failed', nextAttemptAt: now };
    return { state: 'pending', nextAttemptAt: new Date(now.getTime() + seconds * 1_000) };
  }

  /** Undefined where the process is stopping: the delivery was tried, and its response is not known. */
  return async (delivery: ClaimedDelivery): Promise<SettledAttempt | undefined> => {
    const at = clock.now();
    const result = await send(delivery, at);
    if (!result) return undefined;
    const { id: deliveryId, endpointId, leaseId } = delivery;
    return {
      deliveryId,
      endpointId,
      leaseId,
      ...next(delivery, result, clock.now()),
      attempt: { at, ...result },
    };
  };
}

export type DeliveryAttempts = ReturnType<typeof createDeliveryAttempts>;
