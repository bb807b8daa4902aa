import type { Container } from '#runtime/container.js';

/** Many deliveries of an endpoint, each with a message and one attempt, by a single statement. */
export async function insertDeliveries(
  { knex }: Pick<Container, 'knex'>,
  endpointId: string,
  { count = 1, state = 'delivered', createdAt }: { count?: number; state?: string; createdAt: Date },
): Promise<void> {
  await knex.raw(
    `with messages as (
       insert into outbound_webhooks_messages (id, source_id, event, entity_id, body, created_at)
       select uuidv7(), uuidv7(), 'order.paid', 'test', '{"type":"order.paid"}', ? from generate_series(1, ?)
       returning id
     ), deliveries as (
       insert into outbound_webhooks_deliveries (message_id, endpoint_id, event, state, attempts, next_attempt_at, created_at)
       select id, ?, 'order.paid', ?, 1, ?, ? from messages
       returning id
     )
     insert into outbound_webhooks_attempts (delivery_id, at, duration_ms, outcome, status, response_headers, response_body)
     select id, ?, 12, 'delivered', 200, '{"server":"erp"}', 'ok' from deliveries`,
    [createdAt, count, endpointId, state, createdAt, createdAt, createdAt],
  );
}
