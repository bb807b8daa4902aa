import type { IncomingHttpHeaders } from 'node:http';
import {
  createWebhookEventsRepository,
  type StoredPaymentEvent,
} from '#db/payments/webhook-events.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { PaymentEvent } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';
import { sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';

/**
 * Receives payment webhooks: checked, stored once with the event that has them processed, acknowledged. Providers
 * give us seconds, repeat what got no response, and promise no order; nothing is decided here.
 */
export function createPaymentWebhooks(container: Platform, providers: PaymentProviders) {
  const { unitOfWork, outbox, settings } = container;
  const events = createWebhookEventsRepository();

  return {
    /** @throws AppError NOT_FOUND for a provider without webhooks, UNAUTHORIZED for a bad signature */
    async receive(
      ctx: Context,
      input: { providerId: string; headers: IncomingHttpHeaders; rawBody: Buffer },
    ): Promise<{ received: true; duplicate: boolean }> {
      const provider = providers.get(input.providerId);
      if (!provider?.verifyWebhook) throw platformErrors.notFound({ entity: 'Payment provider' });
      const { headers, rawBody } = input;
      const event = provider.verifyWebhook({ settings: readPaymentSettings(settings), headers, rawBody });
      const origin: Context = { ...ctx, actor: { type: 'webhook', id: provider.id } };
      const isNew = await unitOfWork.run(origin, async (tx) => {
        const id = newId();
        const { eventId, occurredAt } = event;
        const payload = storedEvent(event);
        const bodyHash = sha256(rawBody);
        if (
          !(await events.insert(tx, { id, providerId: provider.id, eventId, occurredAt, bodyHash, payload }))
        )
          return false;
        if (payload.type !== 'ignored')
          outbox.append(tx, origin, paymentsEvents.webhookReceived, id, { providerId: provider.id });
        return true;
      });
      return { received: true, duplicate: !isNew };
    },
  };
}

/** What happened, without what the row itself says. Instants become text. */
function storedEvent({
  eventId: _id,
  occurredAt: _at,
  effectKey: _key,
  ...event
}: PaymentEvent): StoredPaymentEvent {
  return JSON.parse(JSON.stringify(event)) as StoredPaymentEvent;
}
