import { newId } from '#lib/ids.js';
import { insertedEndpoint } from '../outbound-webhooks/outbound-webhooks.entities.js';
import type { TestConsole } from './console-tests.js';

export interface ShownWebhook {
  endpointId: string;
  deliveryId: string;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const page =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>';

/** An endpoint whose deliveries fail, with one of them that has two attempts, and a disabled one with held events. */
export async function createShownWebhook(
  { container }: TestConsole['platform'],
  vendorId: string | null = null,
): Promise<ShownWebhook> {
  const { knex } = container;
  const { id: endpointId } = await insertedEndpoint(container, vendorId, {
    url: 'https://integrations.kolam-works.example.com/haat/webhooks/orders?tenant=store-7&environment=production',
    description: 'ERP of the warehouse in Coimbatore',
    events: ['order.*', 'return.requested', 'payout.paid'],
    failures: 7,
    failingSince: minutesAgo(90),
    lastFailureAt: minutesAgo(3),
    lastSuccessAt: minutesAgo(95),
    lastError: 'The receiver returned 502',
    headersEncrypted: container.keyring.encrypt(
      JSON.stringify({ authorization: 'Bearer a-token', 'x-tenant': 'store-7' }),
    ),
    previousSecretEncrypted: container.keyring.encrypt('whsec_b2xk'),
    previousSecretUntil: minutesAgo(-600),
  });
  await insertedEndpoint(container, vendorId, {
    url: 'https://erp.example.com/gone',
    events: ['*'],
    state: 'disabled',
    disabledReason: 'gone',
    disabledAt: minutesAgo(400),
    failures: 1,
    lastError: 'The receiver returned 410',
    droppedEvents: 12,
  });
  const body = JSON.stringify({
    type: 'order.paid',
    timestamp: minutesAgo(90).toISOString(),
    data: { revision: 7, id: newId(), orderNumber: 'KOL-2026-000417', grandTotal: 249_900, currency: 'INR' },
  });
  const deliveryId = newId();
  for (const [id, state] of [
    [deliveryId, 'failed'],
    [newId(), 'pending'],
    [newId(), 'delivered'],
  ] as const) {
    const messageId = newId();
    await knex('outbound_webhooks_messages').insert({
      id: messageId,
      sourceId: messageId,
      event: 'order.paid',
      vendorId,
      entityId: 'shown',
      body,
    });
    await knex('outbound_webhooks_deliveries').insert({
      id,
      messageId,
      endpointId,
      event: 'order.paid',
      state,
      attempts: 2,
      tries: 2,
      createdAt: minutesAgo(90),
      nextAttemptAt: minutesAgo(state === 'pending' ? -25 : 20),
      lastStatus: state === 'delivered' ? 200 : 502,
      lastError: state === 'delivered' ? null : 'The receiver returned 502',
    });
  }
  await knex('outbound_webhooks_attempts').insert([
    {
      deliveryId,
      at: minutesAgo(90),
      durationMs: 10_000,
      outcome: 'timeout',
      error: 'No response within 10 seconds',
    },
    {
      deliveryId,
      at: minutesAgo(3),
      durationMs: 184,
      outcome: 'refused',
      status: 502,
      error: 'The receiver returned 502',
      responseBody: page,
      responseHeaders: JSON.stringify({ 'content-type': 'text/html', server: 'nginx', 'retry-after': '120' }),
    },
  ]);
  return { endpointId, deliveryId };
}
