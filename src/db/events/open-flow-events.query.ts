import { query } from '#db/kernel/query.js';
import { instant, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { Knex } from '#db/kernel/knex.js';
import { openEntitiesSql } from './open-flows.query.js';

export interface OpenFlowEvent {
  subscription: string;
  event: RecordedEvent;
}

/** The last delivered event of entities with work left, delivered at least a minute ago, the oldest first. */
export async function readOpenFlowEvents(knex: Knex, limit: number): Promise<OpenFlowEvent[]> {
  const rows = await query(knex, {
    subscription: text,
    id: uuid,
    type: text,
    entityId: text,
    payload: jsonOf<RecordedEvent['payload']>(),
    actor: jsonOf<RecordedEvent['actor']>(),
    requestId: text,
    traceparent: nullable(text),
    createdAt: instant,
  })(
    `with open as (${openEntitiesSql}), last as (
       select distinct on (d.subscription, d.entity_id) d.subscription, d.state, d.delivered_at, e.*
       from outbox_deliveries d join open using (subscription, entity_id) join outbox_events e on e.id = d.event_id
       where (e.payload ->> 'atPlacement') is distinct from 'true'
       order by d.subscription, d.entity_id, d.id desc)
     select subscription, id, type, entity_id, payload, actor, request_id, traceparent, created_at from last
     where state = 'delivered' and delivered_at < now() - interval '1 minute' order by created_at limit ?`,
    [limit],
  );
  return rows.map(({ subscription, ...event }) => ({ subscription, event }));
}
