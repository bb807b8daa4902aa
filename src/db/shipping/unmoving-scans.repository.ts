import type { Knex } from '#db/kernel/knex.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import type { NewTrackingEvent } from './tracking.repository.js';

/** A scan that leaves its parcel where it is, with the outbox row of its event. */
export interface UnmovingScan {
  event: NewTrackingEvent;
  outboxRow: { id: string; subscriptions: string[] };
  scannedAt: Date;
}

/** How an event is written; given by the outbox, whose tables these are. */
export interface EventStatements {
  /** The columns of an outbox row as JSON. */
  columns: string;
  /** CTEs that write the outbox rows of a relation. */
  write: (given: string, rows: readonly UnmovingScan['outboxRow'][]) => string;
}

/** Parcels of one AWB that are looked at, as in `TrackingRepository.resolve`. */
const MAX_PARCELS = 20;

/** The parcels of each of these AWBs, newest first. */
export async function parcelsOfAwbs(
  knex: Knex,
  awbs: readonly string[],
): Promise<ReadonlyMap<string, Shipment[]>> {
  const { rows } = await knex.raw<{ rows: (Shipment & { awb: string })[] }>(
    `select s.* from unnest(?::text[]) as wanted(awb)
     cross join lateral (select * from shipping_shipments s where s.provider_id = 'carrier' and s.awb = wanted.awb
       order by s.requested_at desc, s.id desc limit ${MAX_PARCELS}) as s`,
    [[...new Set(awbs)]],
  );
  const byAwb = new Map<string, Shipment[]>();
  for (const row of rows) byAwb.set(row.awb, [...(byAwb.get(row.awb) ?? []), row]);
  return byAwb;
}

/**
 * Records scans that move nothing: the events, when their parcels were scanned last, the outbox and the live channel, in
 * one statement, which is a transaction by itself. Parcels are locked in the order of their ids, as everywhere.
 * @returns for each whether it is new
 */
export async function recordUnmovingScans(
  knex: Knex,
  scans: readonly UnmovingScan[],
  topic: string,
  events: EventStatements,
): Promise<boolean[]> {
  const rows = scans.map(({ event, outboxRow, scannedAt }) => ({
    id: event.id,
    sub_order_id: event.subOrderId,
    shipment_id: event.shipmentId,
    provider_id: event.providerId,
    external_event_id: event.externalEventId,
    fingerprint: event.fingerprint,
    source: event.source,
    status_code: event.statusCode,
    normalized_status: event.normalizedStatus,
    payload: event.payload,
    occurred_at: event.occurredAt,
    scanned_at: scannedAt,
    event: outboxRow,
  }));
  const awaited = scans.some(({ outboxRow }) => outboxRow.subscriptions.length > 0);
  const { rows: recorded } = await knex.raw<{ rows: { id: string }[] }>(
    `with scans as (
       select * from jsonb_to_recordset(?::jsonb) as scan(id uuid, sub_order_id uuid, shipment_id uuid, provider_id text,
         external_event_id text, fingerprint text, source text, status_code text, normalized_status text, payload jsonb,
         occurred_at timestamptz, scanned_at timestamptz, event jsonb)
     ), locked as materialized (
       select id from shipping_shipments where id in (select shipment_id from scans) order by id for no key update
     ), recorded as (
       insert into shipping_events (id, sub_order_id, shipment_id, provider_id, external_event_id, fingerprint, source,
         status_code, normalized_status, payload, occurred_at)
       select s.id, s.sub_order_id, s.shipment_id, s.provider_id, s.external_event_id, s.fingerprint, s.source,
         s.status_code, s.normalized_status, s.payload, s.occurred_at
       from scans s join locked on locked.id = s.shipment_id
       where not exists (select from shipping_events e
         where e.shipment_id = s.shipment_id and e.fingerprint = s.fingerprint and e.source <> s.source)
       on conflict (provider_id, external_event_id) where external_event_id is not null do nothing
       returning id, sub_order_id, shipment_id
     ), touched as (
       update shipping_shipments p set last_scan_at = latest.scanned_at, updated_at = now()
       from (select r.shipment_id, max(s.scanned_at) as scanned_at from recorded r join scans s on s.id = r.id group by 1) as latest
       where p.id = latest.shipment_id
     ), given as (
       select e.*, row_number() over () as place from recorded r join scans s on s.id = r.id
       cross join lateral jsonb_to_record(s.event) as e(${events.columns})
     ), ${events.write(
       'given',
       scans.map(({ outboxRow }) => outboxRow),
     )}
     select r.id, pg_notify('live', ? || ':' || r.sub_order_id),
       case when ?::boolean then pg_notify('live', 'outbox:') end
     from recorded r`,
    [JSON.stringify(rows), topic, awaited],
  );
  const isNew = new Set(recorded.map(({ id }) => id));
  return scans.map(({ event }) => isNew.has(event.id));
}
