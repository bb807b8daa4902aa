import type { Origin } from '#domain/_shared/context.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import { afterCommit, beforeCommit, type Tx } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { traceparent } from '#lib/tracing.js';
import type { Subscription } from './subscription.js';

/** Deliveries of an event that is handed over after its commit wait this long before the relay takes them, as the net. */
const HAND_OVER_SECONDS = 3;

export interface Outbox {
  /**
   * Writes the event and one delivery for each subscription, in the transaction of the change it records: the events
   * of a transaction are written together, when its work is done, in the order in which they were appended.
   * With `handOver` the unit of work brings it to the engine as soon as it has committed, before it returns: somebody waits.
   * @returns the event as it will be written
   * @throws Error outside of a unit of work
   */
  append<Payload>(
    tx: Tx,
    origin: Origin,
    event: EventDefinition<Payload>,
    entityId: string,
    payload: NoInfer<Payload>,
    options?: { handOver?: boolean },
  ): RecordedEvent<Payload>;
  /** The same for many entities. */
  appendAll<Payload>(
    tx: Tx,
    origin: Origin,
    event: EventDefinition<Payload>,
    entries: { entityId: string; payload: NoInfer<Payload> }[],
  ): void;
  /** The event as `eventsSql` takes it, for a statement that writes it together with the change that it records. */
  rowOf<Payload>(
    origin: Origin,
    event: EventDefinition<Payload>,
    entityId: string,
    payload: NoInfer<Payload>,
  ): OutboxRow;
  /** CTEs that write the outbox rows of a relation, in the order of its column `place`, with their deliveries. */
  sqlOf(given: string, rows: readonly OutboxRow[]): string;
}

/** An event with the subscriptions that get a delivery of it. */
export interface OutboxRow {
  id: string;
  subscriptions: string[];
}

/** The columns of an outbox row as JSON. */
export const outboxRowColumns = `id uuid, type text, entity_id text, payload jsonb, actor jsonb, request_id text, traceparent text,
  created_at timestamptz, delay integer, subscriptions text[]`;

/** CTEs that write the events of a relation of outbox rows, in the order of its column `place`, with their deliveries. */
function eventsSql(given: string, leftOut: string): string {
  return `written as (
      insert into outbox_events (id, type, entity_id, payload, actor, request_id, traceparent, created_at)
      select id, type, entity_id, payload, actor, request_id, traceparent, created_at from ${given} order by place
    ), delivered as (
      insert into outbox_deliveries (event_id, subscription, entity_id, next_attempt_at, claimed_by)
      select id, subscription, entity_id, now() + make_interval(secs => delay), case when delay > 0 then 0 end
      from ${given} cross join unnest(subscriptions) as subscription
      where true ${leftOut}
      order by place
    )`;
}

interface Entry {
  event: RecordedEvent<unknown>;
  delaySeconds: number;
}

/**
 * The outbox, knowing who subscribes to what.
 * @param handOver brings a committed event to the engine; the relay retries what fails
 */
export function createOutbox(
  subscriptions: readonly Subscription[],
  handOver?: (event: RecordedEvent) => Promise<void>,
): Outbox {
  const subscribers = new Map<string, Subscription[]>();
  for (const subscription of subscriptions) {
    for (const type of subscription.events) {
      subscribers.set(type, [...(subscribers.get(type) ?? []), subscription]);
    }
  }

  const wantedBy = new Map(
    subscriptions.flatMap((item) =>
      item.kind === 'drain' && item.wanted !== undefined ? [[item.name, item.wanted] as const] : [],
    ),
  );

  /** SQL, false for deliveries that nobody wants; only of the subscriptions that are written. */
  function unwantedLeftOut(rows: readonly { subscriptions: string[] }[]): string {
    const names = new Set(rows.flatMap((row) => row.subscriptions));
    return [...wantedBy]
      .filter(([name]) => names.has(name))
      .map(([name, wanted]) => `and (subscription <> '${name}' or ${wanted})`)
      .join(' ');
  }

  function recipientsOf(event: RecordedEvent<unknown>): string[] {
    const recorded = event as unknown as RecordedEvent;
    return (subscribers.get(event.type) ?? [])
      .filter((item) => item.concerns?.(recorded) ?? true)
      .map(({ name }) => name);
  }

  function rowOf(event: RecordedEvent<unknown>, delaySeconds: number): OutboxRow {
    const row = {
      id: event.id,
      type: event.type,
      entity_id: event.entityId,
      payload: event.payload,
      actor: event.actor,
      request_id: event.requestId,
      traceparent: event.traceparent,
      created_at: event.createdAt,
      delay: delaySeconds,
      subscriptions: recipientsOf(event),
    };
    return row;
  }

  const waiting = new WeakMap<Tx, Entry[]>();

  function add(tx: Tx, event: RecordedEvent<unknown>, delaySeconds: number): void {
    const entry = { event, delaySeconds };
    const entries = waiting.get(tx);
    if (entries) entries.push(entry);
    else {
      const first = [entry];
      beforeCommit(tx, () => write(tx, first));
      waiting.set(tx, first);
    }
  }

  async function write(tx: Tx, entries: Entry[]): Promise<void> {
    // Whatever came after this would not be written: it has to be refused.
    waiting.delete(tx);
    const rows = entries.map(({ event, delaySeconds }) => rowOf(event, delaySeconds));
    const awaited = rows.some(({ subscriptions }) => subscriptions.length > 0);
    const statement = tx.raw(
      `with given as (
         select * from rows from (jsonb_to_recordset(?::jsonb) as (${outboxRowColumns})) with ordinality as event(
           id, type, entity_id, payload, actor, request_id, traceparent, created_at, delay, subscriptions, place)
       ), ${eventsSql('given', unwantedLeftOut(rows))}
       select pg_notify('live', 'outbox:') where ?::boolean`,
      [JSON.stringify(rows), awaited],
    );
    await statement;
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
    append(tx, origin, event, entityId, payload, options = {}) {
      const recorded = record(origin, event.type, entityId, payload);
      const isHandedOver = options.handOver === true && handOver !== undefined;
      add(tx, recorded, isHandedOver ? HAND_OVER_SECONDS : 0);
      if (isHandedOver) afterCommit(tx, () => handOver(recorded as unknown as RecordedEvent));
      return recorded;
    },
    appendAll(tx, origin, event, entries) {
      for (const { entityId, payload } of entries) add(tx, record(origin, event.type, entityId, payload), 0);
    },
    sqlOf: (given, rows) => eventsSql(given, unwantedLeftOut(rows)),
    rowOf: (origin, event, entityId, payload) => rowOf(record(origin, event.type, entityId, payload), 0),
  };
}
