import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { type EntityFactories, insertedRow, type OwnedRow } from '../_support/entity-factory.js';

/** An endpoint that nothing is sent to by itself: it wants the events of an installation that has no workers. */
export async function insertedEndpoint(
  container: Container,
  vendorId: string | null,
  fields: Record<string, unknown> = {},
): Promise<OwnedRow> {
  return insertedRow(container, 'outbound_webhooks_endpoints', {
    vendorId,
    url: `https://erp.example.com/${newId()}`,
    events: ['order.*'],
    secretEncrypted: container.keyring.encrypt('whsec_dGVzdA=='),
    contactEmail: 'hooks@example.com',
    ...fields,
  });
}

/** A delivery that has ended. */
async function insertedDelivery(container: Container, vendorId: string | null): Promise<OwnedRow> {
  const { id: endpointId } = await insertedEndpoint(container, vendorId);
  const messageId = newId();
  await container.knex('outbound_webhooks_messages').insert({
    id: messageId,
    sourceId: messageId,
    event: 'order.paid',
    vendorId,
    entityId: 'test',
    body: '{}',
  });
  const row = { messageId, endpointId, event: 'order.paid', state: 'failed', nextAttemptAt: new Date() };
  return insertedRow(container, 'outbound_webhooks_deliveries', row);
}

export const outboundWebhooksEntities: EntityFactories = {
  webhookEndpoint: ({ container }) => insertedEndpoint(container, null),
  vendorWebhookEndpoint: ({ container, vendor }) => insertedEndpoint(container, vendor.vendorId),
  webhookDelivery: ({ container }) => insertedDelivery(container, null),
  vendorWebhookDelivery: ({ container, vendor }) => insertedDelivery(container, vendor.vendorId),
};
