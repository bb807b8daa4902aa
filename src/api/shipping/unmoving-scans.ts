import {
  parcelsOfAwbs,
  recordUnmovingScans,
  type UnmovingScan,
} from '#db/shipping/unmoving-scans.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { CarrierScan } from '#domain/shipping/carrier-scan.js';
import { advances } from '#domain/shipping/carrier-status.js';
import { isOnTheRoad, type Shipment } from '#domain/shipping/shipment.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { outboxRowColumns } from '#events/outbox.js';
import { inBatches } from '#lib/in-batches.js';
import type { Platform } from '#operations/platform.js';
import { type RecordedScan, TRACKING_TOPIC, trackingEventOf } from '#operations/shipping/record-scan.js';

/**
 * Whether a scan changes nothing but the list of scans: its AWB is known on one parcel alone, with its label, and it moves
 * neither that parcel nor the order. A parcel never moves backwards, so this stays true whatever is written meanwhile.
 */
function movesNothing(
  parcel: Shipment,
  { status, contradiction, labelUrl, expectedOn }: CarrierScan,
  keepsDays: boolean,
): boolean {
  const normalized = status ?? 'pending';
  if (contradiction || normalized === 'delivered' || normalized === 'returned') return false;
  if (keepsDays && expectedOn && expectedOn !== parcel.expectedOn) return false;
  if (labelUrl && !parcel.labelUrl) return false;
  if (isOnTheRoad(normalized) && !isOnTheRoad(parcel.trackingStatus)) return false;
  return !advances(parcel.trackingStatus, normalized);
}

/**
 * Scans that move nothing, which are nearly all of them: one statement reads their parcels and one writes them, for all
 * that arrive while an earlier one is under way.
 */
export function createUnmovingScans({
  knex,
  outbox,
  settings,
}: Pick<Platform, 'knex' | 'outbox' | 'settings'>) {
  const parcels = inBatches(async (awbs: readonly string[]) => {
    const found = await parcelsOfAwbs(knex, awbs);
    return awbs.map((awb) => found.get(awb) ?? []);
  });
  const events = { columns: outboxRowColumns, write: outbox.sqlOf };
  const record = inBatches((scans: readonly UnmovingScan[]) =>
    recordUnmovingScans(knex, scans, TRACKING_TOPIC, events),
  );

  /** Undefined where the scan has to be looked at in a transaction: it moves something, or it is not clear what it is about. */
  return async function recordUnmoving(
    ctx: Context,
    scan: CarrierScan,
    { vendorId }: { vendorId?: string },
  ): Promise<RecordedScan | undefined> {
    const [parcel, ...others] = await parcels(scan.awb);
    if (
      !parcel ||
      others.length > 0 ||
      !movesNothing(parcel, scan, settings.get(shippingSettings.expectedDay))
    )
      return undefined;
    if (vendorId && (parcel.vendorId !== vendorId || parcel.credentialSource !== 'vendor')) return undefined;
    const event = trackingEventOf(parcel, scan, 'webhook');
    const { subOrderId, providerId, normalizedStatus, statusCode } = event;
    const payload = { orderVendorId: subOrderId, providerId, normalizedStatus, statusCode };
    const outboxRow = outbox.rowOf(ctx, shippingEvents.trackingUpdated, subOrderId, payload);
    const isNew = await record({ event, outboxRow, scannedAt: ctx.now });
    return { eventId: event.externalEventId, normalizedStatus, duplicate: !isNew, attention: null };
  };
}
