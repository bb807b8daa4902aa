import { TEST_EVENT } from '#domain/outbound-webhooks/delivery.js';
import type { WebhookEvent } from '#operations/outbound-webhooks/webhook-event.js';

/** Of examples. */
const AT = '2026-11-21T09:30:00.000Z';

export type WebhookSide = 'admin' | 'vendor';

/** An event of the catalogue as one side gets it, with a whole body as the example. */
export function catalogOf(events: readonly WebhookEvent[], side: WebhookSide) {
  return events
    .flatMap((event) => {
      const audience = event[side];
      if (!audience) return [];
      const { name, description } = event;
      return [{ name, description, example: exampleBody(name, audience.example) }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function exampleBody(type: string, data: object) {
  return { type, timestamp: AT, data: { revision: 7, ...data } };
}

/** The event that `test` sends; nobody can ask for it. */
export const testEventBody = exampleBody(TEST_EVENT, { endpointId: '0199c0de-7e5c-7000-8000-000000000001' });
