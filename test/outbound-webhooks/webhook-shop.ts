import { createDeliveriesRepository } from '#db/outbound-webhooks/deliveries.repository.js';
import { createEndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import { createMessagesRepository } from '#db/outbound-webhooks/messages.repository.js';
import { createDeliveryAttempts } from '#activities/outbound-webhooks/attempt-delivery.js';
import { createDeliveryPass } from '#activities/outbound-webhooks/deliver-webhooks.js';
import { createEndpointResults } from '#activities/outbound-webhooks/endpoint-results.js';
import { createFanOutHandler } from '#activities/outbound-webhooks/fan-out-events.js';
import { createEndpointDisabling } from '#operations/outbound-webhooks/disable-endpoint.js';
import { createWebhookSender, type SenderOptions } from '#integrations/outbound-webhooks/webhook-sender.js';
import { newWebhookSecret } from '#integrations/outbound-webhooks/webhook-signature.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { startWebhookSandbox, type WebhookSandbox } from '../../sandboxes/webhooks/webhook-sandbox.js';

export { type WebhookSandbox, startWebhookSandbox };

const never = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };

/** The steps of the two drains, called by a test instead of by the engine. */
export function webhookDrains(container: Container, options: Partial<SenderOptions> = {}) {
  const sender = createWebhookSender({
    production: false,
    allow: container.config.WEBHOOKS_ALLOW,
    ...options,
  });
  const endpoints = createEndpointsRepository(container.knex);
  const disable = createEndpointDisabling(container, endpoints);
  const delivery = createDeliveryPass({
    ...container,
    attempt: createDeliveryAttempts({ ...container, sender }),
    recordResults: createEndpointResults(createDeliveriesRepository(), disable),
  });
  const handler = createFanOutHandler(container);
  return {
    /** Makes messages of the events that wait. @returns how many there were */
    async fanOut(): Promise<number> {
      const due = await container.events.takeBatch('webhook-events', 500);
      const outcomes = await handler(due, never);
      await container.events.markDelivered(outcomes.filter(({ error }) => !error).map(({ id }) => id));
      const failed = outcomes.find(({ error }) => error);
      if (failed) throw new Error(failed.error);
      return due.length;
    },
    handler: () => handler,
    /** One round of sending. */
    deliver: () => delivery.pass(never),
    async stop(): Promise<void> {
      sender.close();
      await delivery.settled();
    },
  };
}

export type WebhookDrains = ReturnType<typeof webhookDrains>;

export interface TestEndpoint {
  id: string;
  secret: string;
  path: string;
}

/** An endpoint at a path of the sandbox, whose signatures the sandbox checks. */
export async function createEndpoint(
  { knex, keyring }: Container,
  sandbox: WebhookSandbox,
  fields: {
    vendorId?: string;
    events?: string[];
    path?: string;
    url?: string;
    more?: Record<string, unknown>;
  } = {},
): Promise<TestEndpoint> {
  const id = newId();
  const path = fields.path ?? `/${id}`;
  const secret = newWebhookSecret();
  sandbox.setSecret(path, secret);
  await knex('outbound_webhooks_endpoints').insert({
    id,
    vendorId: fields.vendorId ?? null,
    url: fields.url ?? `${sandbox.url}${path}`,
    events: fields.events ?? ['*'],
    secretEncrypted: keyring.encrypt(secret),
    contactEmail: 'integrations@example.com',
    ...fields.more,
  });
  return { id, secret, path };
}

/** Messages with a delivery to each endpoint, without the events behind them. @returns their ids */
export async function createMessages(
  container: Container,
  endpointIds: readonly string[],
  count = 1,
): Promise<string[]> {
  const createdAt = container.clock.now();
  const ids = Array.from({ length: count }, () => newId());
  const ctx = systemContext({ name: 'test' }, createdAt);
  await container.unitOfWork.run(ctx, (tx) =>
    createMessagesRepository().insertAll(
      tx,
      ids.map((id, n) => ({
        id,
        sourceId: newId(),
        event: 'order.paid',
        vendorId: null,
        entityId: id,
        createdAt,
        endpointIds,
        body: JSON.stringify({
          type: 'order.paid',
          timestamp: createdAt.toISOString(),
          data: { revision: n },
        }),
      })),
    ),
  );
  return ids;
}

/** The deliveries of an endpoint, in the order in which they were made. */
export async function deliveriesOf(
  { knex }: Pick<Container, 'knex'>,
  endpointId: string,
): Promise<
  {
    id: string;
    messageId: string;
    state: string;
    tries: number;
    attempts: number;
    nextAttemptAt: Date;
    lastError: string | null;
    lastStatus: number | null;
  }[]
> {
  return (await knex('outbound_webhooks_deliveries').where({ endpointId }).orderBy('id')) as never;
}

/** Has every delivery that waits be due. */
export async function makeDue({ knex, clock }: Pick<Container, 'knex' | 'clock'>): Promise<void> {
  await knex('outbound_webhooks_deliveries')
    .where({ state: 'pending' })
    .update({ nextAttemptAt: clock.now() });
}
