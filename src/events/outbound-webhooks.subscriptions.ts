import { eventTables } from '#domain/event-tables.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { deliveryBacklog, deliveryDueSql } from '#db/outbound-webhooks/deliveries.repository.js';
import { someEndpointSql } from '#db/outbound-webhooks/messages.repository.js';
import { drain, type Subscription, whileWanted } from './subscription.js';

const events = eventTables
  .flatMap((table): EventDefinition<unknown>[] => Object.values(table))
  .filter(({ webhook }) => webhook);

/** An integrator waits for an event less than a person for a mail, and longer than a buyer for a payment. */
const FAN_OUT_GAP_MS = 500;
const DELIVERY_GAP_MS = 100;

export const outboundWebhooksSubscriptions: readonly Subscription[] = [
  whileWanted(drain('webhook-events', events, 'webhooks', { gapMs: FAN_OUT_GAP_MS }), someEndpointSql),
  drain('webhook-deliveries', [], 'webhooks', {
    due: () => deliveryDueSql,
    gapMs: DELIVERY_GAP_MS,
    backlog: deliveryBacklog,
  }),
];
