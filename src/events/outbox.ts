import type { Origin } from '#domain/_shared/context.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import type { Tx } from '#db/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { traceparent } from '#lib/tracing/tracing.js';
import type { Subscription } from './subscription.js';

/** Deliveries of an event that its own request hands over wait this long before the relay takes them, as the net. */
const HAND_OVER_SECONDS = 3;

export interface Outbox {
  /**
   * Writes the event and one delivery for each subscription, in the transaction of the change it tells of.
   * With `handOver` the request that wrote it will bring it to the engine itself (`EventHandOver`).
   */
  append<Payload>(
    tx: Tx,
    origin: Origin,
    event: EventDefinition<Payload>,
    entityId: string,
    payload: Payload,
    options?: { handOver?: boolean },
  ): Promise<RecordedEvent<Payload>>;
  /** The same for many entities in one statement. */
  appendAll<Payload>(
    tx: Tx,
    origin: Origin,
    event: EventDefinition<Payload>,
    entries: { entityId: string; payload: Payload }[],
  ): Promise<void>;
}

/** The outbox, knowing who subscribes to what. */
export function createOutbox(subscriptions: readonly Subscription[]): Outbox {
  const subscribers = new Map<string, string[]>();
  for (const subscription of subscriptions) {
    for (const type of subscription.events) {
      subscribers.set(type, [...(subscribers.get(type) ?? []), subscription.name]);
    }
  }

  async function write(tx: Tx, events: RecordedEvent<unknown>[], delaySeconds: number): Promise<void> {
    const names = subscribers.get(events[0]?.type ?? '') ?? [];
    await tx.raw(
      `with written as (
         insert into outbox_events (id, type, entity_id, payload, actor, request_id, traceparent, created_at)
         select id, type, entity_id, payload, actor, request_id, traceparent, created_at
         from jsonb_to_recordset(?::jsonb) as event(
           id uuid, type text, entity_id text, payload jsonb, actor jsonb, request_id text, traceparent text,
           created_at timestamptz)
         returning id, entity_id
       ), delivered as (
         insert into outbox_deliveries (event_id, subscription, entity_id, next_attempt_at)
         select written.id, subscription, written.entity_id, now() + make_interval(secs => ?)
         from written cross join unnest((select ?::text[])) as subscription
         order by written.id
       )
       select pg_notify('live', 'outbox:') where cardinality(?::text[]) > 0`,
      [
        JSON.stringify(
          events.map((event) => ({
            id: event.id,
            type: event.type,
            entity_id: event.entityId,
            payload: event.payload,
            actor: event.actor,
            request_id: event.requestId,
            traceparent: event.traceparent,
            created_at: event.createdAt,
          })),
        ),
        delaySeconds,
        names,
        names,
      ],
    );
  }

  function record<Payload>(
    origin: Origin,
    type: string,
    entityId: string,
    payload: Payload,
  ): RecordedEvent<Payload> {
    const { actor, requestId } = origin;
    const common = { actor, requestId, traceparent: traceparent(), createdAt: new Date() };
    return { id: newId(), type, entityId, payload, ...common };
  }

  return {
    async append(tx, origin, event, entityId, payload, options = {}) {
      const recorded = record(origin, event.type, entityId, payload);
      await write(tx, [recorded], options.handOver ? HAND_OVER_SECONDS : 0);
      return recorded;
    },
    async appendAll(tx, origin, event, entries) {
      if (entries.length === 0) return;
      await write(
        tx,
        entries.map((entry) => record(origin, event.type, entry.entityId, entry.payload)),
        0,
      );
    },
  };
}
