import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { MAX_HELD, type EndpointState } from '#domain/outbound-webhooks/endpoint.js';

/** An endpoint as the fan-out sees it. */
export interface Subscriber {
  id: string;
  vendorId: string | null;
  events: string[];
  state: EndpointState;
}

/** A message with the endpoints that get it. */
export interface NewMessage {
  id: string;
  sourceId: string;
  event: string;
  vendorId: string | null;
  entityId: string;
  body: string;
  createdAt: Date;
  endpointIds: readonly string[];
}

/** SQL, true while there is an endpoint: without one no event is written down for the fan-out. */
export const someEndpointSql =
  'exists (select 1 from outbound_webhooks_endpoints e where e.deleted_at is null)';

/** What endpoints are sent, each message once for all of them. */
export function createMessagesRepository() {
  return {
    async subscribers(reader: Reader): Promise<Subscriber[]> {
      return (await reader('outbound_webhooks_endpoints')
        .whereNull('deletedAt')
        .orderBy('id')
        .select('id', 'vendorId', 'events', 'state')) as Subscriber[];
    },

    /** Numbers for messages, each higher than all before. To be taken before the data is read. */
    async nextRevisions(reader: Reader, count: number): Promise<number[]> {
      const rows = await query(reader, { revision: integer })(
        `select nextval('outbound_webhooks_revision')::bigint as revision from generate_series(1, ?)`,
        [count],
      );
      return rows.map(({ revision }) => Number(revision));
    },

    /**
     * Writes messages and a delivery for each of their endpoints, `held` where the endpoint is disabled. A message that is
     * there already has its deliveries too, and is left as it is: an event comes to an endpoint once.
     */
    async insertAll(tx: Tx, messages: readonly NewMessage[]): Promise<number> {
      if (messages.length === 0) return 0;
      const rows = messages.map((message) => ({
        id: message.id,
        source_id: message.sourceId,
        event: message.event,
        body: message.body,
        vendor_id: message.vendorId,
        entity_id: message.entityId,
        created_at: message.createdAt,
        endpoint_ids: message.endpointIds,
      }));
      const written = await query(tx, { deliveries: integer })(
        `with given as (
           select * from jsonb_to_recordset(?::jsonb) as message (id uuid, source_id uuid, event text, vendor_id uuid,
             entity_id text, body text, created_at timestamptz, endpoint_ids uuid[])
         ), written as (
           insert into outbound_webhooks_messages (id, source_id, event, vendor_id, entity_id, body, created_at)
           select id, source_id, event, vendor_id, entity_id, body, created_at from given order by id
           on conflict (source_id, vendor_id) do nothing returning id
         ), endpoints as (
           select e.id, e.state from outbound_webhooks_endpoints e
           where e.deleted_at is null and e.id in (select unnest(endpoint_ids) from given)
         ), delivered as (
           insert into outbound_webhooks_deliveries (message_id, endpoint_id, event, state, next_attempt_at, created_at)
           select given.id, e.id, given.event, case e.state when 'enabled' then 'pending' else 'held' end,
             given.created_at, given.created_at
           from given join written using (id) cross join unnest(given.endpoint_ids) as wanted (id) join endpoints e on e.id = wanted.id
           order by given.id, e.id
           returning 1
         )
         select count(*)::integer as deliveries from delivered`,
        [JSON.stringify(rows)],
      );
      return written[0]?.deliveries ?? 0;
    },

    /**
     * Drops what is held beyond the newest, or before an instant, and counts it at the endpoint.
     * @returns how many rows were dropped
     */
    async trimHeld(tx: Tx, endpointId: string, before: Date): Promise<number> {
      const rows = await query(tx, { dropped: integer })(
        `with excess as (
           (select id from outbound_webhooks_deliveries where endpoint_id = ? and state = 'held' order by id desc offset ?)
           union
           select id from outbound_webhooks_deliveries where endpoint_id = ? and state = 'held' and created_at < ?
         ), dropped as (
           delete from outbound_webhooks_deliveries d using excess where d.id = excess.id and d.state = 'held' returning 1
         ), counted as (
           update outbound_webhooks_endpoints e set dropped_events = e.dropped_events + (select count(*) from dropped)
           where e.id = ? and exists (select from dropped)
         )
         select count(*)::integer as dropped from dropped`,
        [endpointId, MAX_HELD, endpointId, before, endpointId],
      );
      return rows[0]?.dropped ?? 0;
    },

    /** Endpoints that are disabled, for the sweep. */
    async disabledIds(reader: Reader): Promise<string[]> {
      const rows = (await reader('outbound_webhooks_endpoints')
        .where({ state: 'disabled' })
        .whereNull('deletedAt')
        .select('id')) as { id: string }[];
      return rows.map(({ id }) => id);
    },
  };
}

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;
