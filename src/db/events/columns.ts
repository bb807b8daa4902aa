import { boolean, instant, integer, jsonOf, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';

/** The columns of the tables of this feature. */
export const eventsTables = {
  events_fan_outs: {
    drain: text,
    subject: text,
    event: jsonOf<unknown>(),
    cursor: nullable(jsonOf<unknown>()),
    requestedRev: integer,
    begunRev: integer,
    requestedAt: instant,
    dueAt: instant,
    attempts: integer,
    lastError: nullable(text),
  },
  outbox_deliveries: {
    id: integer,
    eventId: uuid,
    subscription: text,
    entityId: text,
    state: textOf<'due' | 'delivered' | 'parked'>(),
    attempts: integer,
    nextAttemptAt: instant,
    lastError: nullable(text),
    deliveredAt: nullable(instant),
    claimedBy: nullable(integer),
  },
  outbox_events: {
    id: uuid,
    type: text,
    entityId: text,
    payload: jsonOf<unknown>(),
    actor: jsonOf<Actor>(),
    requestId: text,
    traceparent: nullable(text),
    createdAt: instant,
  },
  outbox_relay: { id: boolean, holder: uuid, number: integer, until: instant },
};
