import { boolean, instant, integer, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import { attemptColumns } from '#domain/outbound-webhooks/delivery.js';
import { endpointColumns } from '#domain/outbound-webhooks/endpoint.js';

/** The columns of the tables of this feature. */
export const outboundWebhooksTables = {
  outbound_webhooks_attempts: { ...attemptColumns, deliveryId: uuid },
  outbound_webhooks_deliveries: {
    id: uuid,
    messageId: uuid,
    endpointId: uuid,
    event: text,
    state: textOf<'pending' | 'delivered' | 'failed' | 'held'>(),
    tries: integer,
    attempts: integer,
    nextAttemptAt: instant,
    leasedUntil: nullable(instant),
    leaseId: nullable(uuid),
    lastStatus: nullable(integer),
    lastError: nullable(text),
    inRange: boolean,
    deliveredAt: nullable(instant),
    createdAt: instant,
  },
  outbound_webhooks_endpoints: {
    ...endpointColumns,
    headersEncrypted: nullable(text),
    secretEncrypted: text,
    previousSecretEncrypted: nullable(text),
    deletedAt: nullable(instant),
  },
  outbound_webhooks_messages: {
    id: uuid,
    sourceId: uuid,
    event: text,
    vendorId: nullable(uuid),
    entityId: text,
    body: nullable(text),
    createdAt: instant,
  },
};
