import { sweepRows } from '#activities/_shared/sweep-rows.js';
import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { createMessagesRepository } from '#db/outbound-webhooks/messages.repository.js';
import { createWebhooksSweepRepository } from '#db/outbound-webhooks/sweep.repository.js';
import { KEEP_BODIES_DAYS, KEEP_DELIVERIES_DAYS } from '#domain/outbound-webhooks/delivery.js';
import { HELD_MS } from '#domain/outbound-webhooks/endpoint.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 86_400_000;

/** Forgets what was sent and received after two weeks, deliveries after ninety days, and what deleted endpoints left. */
export function createWebhooksSweep(platform: Platform): Sweep {
  const rows = createWebhooksSweepRepository();
  const messages = createMessagesRepository();
  return async () => {
    const now = platform.clock.now().getTime();
    const bodies = new Date(now - KEEP_BODIES_DAYS * DAY_MS);
    const deliveries = new Date(now - KEEP_DELIVERIES_DAYS * DAY_MS);
    const disabled = await messages.disabledIds(platform.knex);
    return sweepRows(platform, 'webhooks-sweep', {
      held: async (tx) => {
        const id = disabled.pop();
        return id === undefined ? 0 : 1 + (await messages.trimHeld(tx, id, new Date(now - HELD_MS)));
      },
      bodies: (tx) => rows.wipeBodies(tx, bodies),
      responses: (tx) => rows.wipeResponses(tx, bodies),
      deliveries: (tx) => rows.deleteDeliveries(tx, deliveries),
      ofDeletedEndpoints: (tx) => rows.deleteOfDeletedEndpoints(tx),
      endpoints: (tx) => rows.deleteEndpoints(tx),
      messages: (tx) => rows.deleteMessages(tx, deliveries),
    });
  };
}
