import { createTrackingRepository, type NewTrackingEvent } from '#db/shipping/tracking.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';
import type { CarrierScan } from '#domain/shipping/carrier-scan.js';
import { notificationOf } from '#domain/shipping/parcel-notification.js';
import { namedParcel } from '#domain/shipping/named-parcel.js';
import {
  type Attention,
  isOnTheRoad,
  type Shipment,
  subOrderOfReference,
} from '#domain/shipping/shipment.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createReturnSteps } from '#operations/returns/return-steps.js';
import { createShippingMails } from './shipping-mails.js';

export interface RecordedScan {
  eventId: string;
  normalizedStatus: NormalizedStatus;
  duplicate: boolean;
  /** Why a person has to look at it; such a scan moves nothing. */
  attention: Attention | null;
}

/** A scan as it is stored, of the parcel that it is about. */
export function trackingEventOf(
  {
    id: shipmentId,
    subOrderId,
    providerId,
    awb: parcelAwb,
  }: Pick<Shipment, 'id' | 'subOrderId' | 'providerId' | 'awb'>,
  scan: CarrierScan,
  source: 'webhook' | 'poll',
): NewTrackingEvent {
  // Of a foreign AWB marked, so that its scans count anew once it was taken over.
  const isForeign = parcelAwb !== null && parcelAwb !== scan.awb;
  const named = [isForeign ? 'foreign' : '', scan.awb, scan.codes, scan.timestamp, scan.location ?? ''];
  const fingerprint = sha256(named.join('\n'));
  return {
    id: newId(),
    subOrderId,
    shipmentId,
    providerId,
    source,
    fingerprint,
    externalEventId: scan.eventId ?? fingerprint,
    statusCode: scan.statusCode,
    normalizedStatus: scan.status ?? 'pending',
    payload: scan.payload,
    occurredAt: scan.occurredAt,
  };
}

/** Whether a parcel has the AWB and the label that a scan names. */
function isStamped({ awb, labelUrl }: Shipment, scan: CarrierScan): boolean {
  return awb !== null && (labelUrl !== null || !scan.labelUrl);
}

/** Topic of the live channel on which changes of a sub-order's parcel are announced by the sub-order's id. */
export const TRACKING_TOPIC = 'tracking';

/**
 * The one way of tracking events into the platform, for webhooks and polls alike: the event row, AWB and label, the
 * parcel's status, the delivery of the sub-order, events and mails, in one transaction. A parcel's status never moves
 * backwards; a late scan is recorded and changes nothing.
 */
export const createScanRecorder = builtOnce((deps: OperationDeps) => {
  const { outbox, live, settings } = deps;
  const tracking = createTrackingRepository();
  const shipments = createShipmentsRepository();
  const several = createParcelsRepository();
  const subOrders = createSubOrderTransitions(deps);
  const mails = createShippingMails(deps);
  const returnSteps = createReturnSteps(deps);

  async function stamp(tx: Tx, ctx: Context, shipment: Shipment, scan: CarrierScan): Promise<void> {
    if (isStamped(shipment, scan)) return;
    if (!(await shipments.stamp(tx, shipment.id, { awb: scan.awb, labelUrl: scan.labelUrl }))) return;
    if (shipment.status !== 'created') return;
    // Also a label alone: the run that waits for one fetches it now.
    const { orderId, vendorId } = shipment;
    const orderNumber = await shipments.orderNumberOf(tx, orderId);
    const payload = { shipmentId: shipment.id, orderId, vendorId, orderNumber };
    outbox.append(tx, ctx, shippingEvents.awbAssigned, shipment.id, payload);
  }

  /** A return to origin is for people to decide on: it is shown and mailed. */
  async function recordReturn(
    tx: Tx,
    ctx: Context,
    shipment: Shipment,
    locked: LockedSubOrder,
    awb: string,
  ): Promise<void> {
    await subOrders.appendToTimeline(
      tx,
      ctx,
      locked,
      'shipping.shipment.returned',
      `${awb} goes back to its sender`,
    );
    await mails.returning(tx, ctx, shipment);
  }

  /** Whether the return of a parcel was received. */
  async function cameBack(tx: Tx, { id, subOrderId }: Shipment): Promise<boolean> {
    return (await several.cameBack(tx, subOrderId)).has(id);
  }

  async function recordContradiction(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    awb: string,
  ): Promise<void> {
    const note = `${awb} is reported as delivered although it was received back; nothing changed`;
    await subOrders.appendToTimeline(tx, ctx, locked, 'shipping.shipment.delivered_after_return', note);
  }

  /** One of several parcels has arrived, or goes back: the sub-order is delivered with the last that is to arrive. */
  async function settleParcel(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    { id, subOrderId, trackingStatus }: Shipment,
    { delivered, awb }: { delivered: boolean; awb: string },
  ): Promise<void> {
    const arrivesAfterAll = delivered && trackingStatus === 'returned';
    if (arrivesAfterAll) await returnSteps.cancelOfParcel(tx, ctx, locked, id);
    if (locked.subOrder.status === 'fulfilled' && (await several.allDelivered(tx, subOrderId)))
      await subOrders.deliver(tx, ctx, locked, delivered ? `AWB ${awb}` : undefined);
    else if (arrivesAfterAll && locked.subOrder.status === 'delivered') {
      await subOrders.renewDelivery(tx, ctx, subOrderId);
      await subOrders.takeCashWhenDue(tx, ctx, locked.order.id);
    }
  }

  /** A parcel that was cancelled before its first scan was counted as back on the shelf, and moves after all. */
  async function recordUnexpected(tx: Tx, ctx: Context, locked: LockedSubOrder, awb: string): Promise<void> {
    const { status, awaitingReturn } = locked.subOrder;
    if (status !== 'cancelled' || awaitingReturn) return;
    const note = `${awb} is on the road although it was cancelled; its pieces were put back into stock`;
    await subOrders.appendToTimeline(tx, ctx, locked, 'shipping.shipment.moves_after_cancel', note);
  }

  /** Several live parcels have this AWB, and nothing in the report says which one it means. */
  async function recordAmbiguous(
    tx: Tx,
    parcels: readonly Shipment[],
    scan: CarrierScan,
    now: Date,
  ): Promise<void> {
    const note = `AWB ${scan.awb} is on ${parcels.length} parcels`;
    // In the order of their ids, as everywhere where several rows are locked.
    for (const { id } of [...parcels].sort((a, b) => a.id.localeCompare(b.id)))
      await shipments.flag(tx, id, { attention: 'ambiguous_awb', note, at: now });
  }

  /** @returns null when no parcel has this AWB or reference in the scope, `ambiguous` when several live ones have */
  return async function recordScan(
    tx: Tx,
    ctx: Context,
    scan: CarrierScan,
    from: { vendorId?: string; source: 'webhook' | 'poll' },
  ): Promise<RecordedScan | 'ambiguous' | null> {
    const subOrderIds = scan.references.map(subOrderOfReference).filter((id) => id !== undefined);
    const { awb, references, statusCode } = scan;
    const parcels = await tracking.resolve(tx, { awb, references, subOrderIds }, from);
    const found = parcels[0]?.awb === awb ? namedParcel(parcels, scan) : parcels[0];
    if (!found) return null;
    if (found === 'ambiguous') {
      await recordAmbiguous(tx, parcels, scan, ctx.now);
      return found;
    }
    const normalizedStatus = scan.status ?? 'pending';
    // Our reference under another AWB: the carrier may have given the parcel a new one, which a person decides.
    const isForeign = found.awb !== null && found.awb !== awb;
    const attention = isForeign ? 'foreign_awb' : scan.contradiction ? 'contradicting_codes' : null;
    const delivered = normalizedStatus === 'delivered' && !attention;
    // The lock of an order is the first of whatever touches it. The first scan on the road takes it too, so that a
    // cancellation either sees the scan and leaves the pieces on the road, or is seen by it.
    const leaves = !attention && isOnTheRoad(normalizedStatus) && !isOnTheRoad(found.trackingStatus);
    const moves = leaves || delivered || (!attention && normalizedStatus === 'returned');
    // A parcel that is updated twice in a transaction has its reference to the order checked, which waits for that lock.
    const touchesOrder = moves || !isStamped(found, scan);
    const locked = touchesOrder ? await subOrders.lock(tx, found.subOrderId) : undefined;
    const shipment = await shipments.lock(tx, found.id);
    const event = trackingEventOf({ ...shipment, awb: found.awb }, scan, from.source);
    const { externalEventId: eventId, subOrderId, providerId } = event;
    // What was received back was not delivered, whatever is reported of it later.
    const isBack = shipment.counted && delivered && (await cameBack(tx, shipment));
    const { isNew, moved } = await tracking.record(tx, event, ctx.now, !attention && !isBack);
    if (!isNew) return { eventId, normalizedStatus, duplicate: true, attention };
    if (attention) {
      const note = isForeign
        ? `AWB ${awb} was reported with the reference of this parcel`
        : `The codes ${scan.contradiction} contradict each other`;
      await shipments.flag(tx, shipment.id, {
        attention,
        note,
        at: ctx.now,
        foreignAwb: isForeign ? awb : undefined,
      });
    }
    if (!isForeign) {
      await stamp(tx, ctx, shipment, scan);
      const { expectedOn } = scan;
      if (expectedOn && expectedOn !== shipment.expectedOn && settings.get(shippingSettings.expectedDay))
        await shipments.setExpectedOn(tx, shipment.id, expectedOn);
    }
    outbox.append(tx, ctx, shippingEvents.trackingUpdated, subOrderId, {
      orderVendorId: subOrderId,
      providerId,
      normalizedStatus,
      statusCode,
      ...(shipment.counted ? { shipmentId: shipment.id } : {}),
    });
    await live.publish(tx, TRACKING_TOPIC, subOrderId);
    // Of several parcels the last one delivers; what arrives before all are sent is applied then.
    if (shipment.counted && locked) {
      if (isBack) await recordContradiction(tx, ctx, locked, awb);
      else if (delivered || (moved && normalizedStatus === 'returned'))
        await settleParcel(tx, ctx, locked, shipment, { delivered, awb });
    } else if (delivered && locked?.subOrder.status === 'fulfilled')
      await subOrders.deliver(tx, ctx, locked, `AWB ${awb}`);
    if (moved) {
      if (normalizedStatus === 'returned' && locked) await recordReturn(tx, ctx, shipment, locked, awb);
      else if (leaves && locked) await recordUnexpected(tx, ctx, locked, awb);
      const at = scan.occurredAt ?? ctx.now;
      const notified = { ...shipment, awb: shipment.awb ?? awb, trackingCode: shipment.trackingCode ?? awb };
      const kind = notificationOf(normalizedStatus);
      if (kind)
        outbox.append(tx, ctx, shippingEvents.parcelMoved, subOrderId, {
          shipmentId: shipment.id,
          orderVendorId: subOrderId,
          kind,
        });
      await mails.tracked(tx, ctx, notified, {
        status: normalizedStatus,
        statusCode,
        location: scan.location,
        at,
      });
    }
    return { eventId, normalizedStatus, duplicate: false, attention };
  };
});
