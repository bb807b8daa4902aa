import { expectRow } from '#db/kernel/expect-row.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { advances, type NormalizedStatus, normalizedStatuses } from '#domain/shipping/carrier-status.js';
import type { Shipment } from '#domain/shipping/shipment.js';

export interface NewTrackingEvent {
  id: string;
  subOrderId: string;
  shipmentId: string;
  providerId: string;
  externalEventId: string;
  fingerprint: string;
  source: 'webhook' | 'poll';
  statusCode: string;
  normalizedStatus: NormalizedStatus;
  payload: Record<string, unknown>;
  occurredAt: Date | null;
}

/** Parcels of one AWB that are looked at: couriers reissue it after months. */
const MAX_PARCELS = 20;

export function createTrackingRepository() {
  return {
    /**
     * The parcels that a report may be about: by its AWB, else by our own reference, with its attempt or the sub-order
     * alone.
     * @param scope the vendor with whose own account it has to be sent; any parcel where it is left out
     */
    async resolve(
      tx: Tx,
      report: { awb: string; references: readonly string[]; subOrderIds: readonly string[] },
      scope: { vendorId?: string },
    ): Promise<Shipment[]> {
      // Vendors know the secret of their own account alone.
      const own = scope.vendorId ? `and vendor_id = ? and credential_source = 'vendor'` : '';
      const vendor = scope.vendorId ? [scope.vendorId] : [];
      const { rows } = await tx.raw<{ rows: Shipment[] }>(
        `select * from shipping_shipments where provider_id = 'carrier' and awb = ? ${own}
         order by requested_at desc, id desc limit ${MAX_PARCELS}`,
        [report.awb, ...vendor],
      );
      if (rows.length > 0 || report.subOrderIds.length === 0) return rows;
      const { rows: named } = await tx.raw<{ rows: Shipment[] }>(
        `select * from shipping_shipments where provider_id = 'carrier' and sub_order_id = any(?::uuid[]) ${own}
         order by reference = any(?::text[]) desc, attempt desc limit 1`,
        [[...report.subOrderIds], ...vendor, [...report.references]] as string[],
      );
      return named;
    },

    /**
     * Records an event once per provider and event id, and a scan that the other way has brought before not again. A new
     * one moves the parcel, locked before, to its status, never backwards.
     * @param moves whether it may move the parcel at all
     */
    async record(
      tx: Tx,
      event: NewTrackingEvent,
      scannedAt: Date,
      moves: boolean,
    ): Promise<{ isNew: boolean; moved: boolean }> {
      const from = normalizedStatuses.filter((status) => moves && advances(status, event.normalizedStatus));
      const { rows } = await tx.raw<{ rows: { isNew: boolean; moved: boolean }[] }>(
        `with recorded as (
           insert into shipping_events (id, sub_order_id, shipment_id, provider_id, external_event_id, fingerprint,
             source, status_code, normalized_status, payload, occurred_at)
           select ?::uuid, ?::uuid, ?::uuid, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::timestamptz
           where not exists (select from shipping_events
             where shipment_id = ? and fingerprint = ? and source <> ?)
           on conflict (provider_id, external_event_id) where external_event_id is not null do nothing
           returning id
         ), advanced as (
           update shipping_shipments s
           set last_scan_at = ?, updated_at = now(),
             tracking_status = case when before.tracking_status = any(?::text[]) then ? else s.tracking_status end
           from (select id, tracking_status from shipping_shipments where id = ? for no key update) before
           where s.id = before.id and exists (select from recorded)
           returning before.tracking_status <> s.tracking_status as moved
         )
         select exists (select from recorded) as is_new, coalesce((select moved from advanced), false) as moved`,
        [
          event.id,
          event.subOrderId,
          event.shipmentId,
          event.providerId,
          event.externalEventId,
          event.fingerprint,
          event.source,
          event.statusCode,
          event.normalizedStatus,
          JSON.stringify(event.payload),
          event.occurredAt?.toISOString() ?? null,
          event.shipmentId,
          event.fingerprint,
          event.source,
          scannedAt,
          from,
          event.normalizedStatus,
          event.shipmentId,
        ] as never[],
      );
      return expectRow(rows);
    },
  };
}
