import type { Tx } from '#db/kernel/unit-of-work.js';
import { createShipmentsRepository, type NewShipment } from '#db/shipping/shipments.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import type { CourierAccount } from '#domain/shipping/carrier-config.js';
import type { CredentialSource, ProviderId } from '#domain/shipping/provider.js';
import { isOnTheRoad, type Shipment, shipmentReference } from '#domain/shipping/shipment.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import type { ParcelPieces } from '#domain/shipping/parcel.js';
import { createInvoiceNumberOf } from '#operations/invoices/issue-invoice.js';
import { createChallans } from './issue-challan.js';
import { createParcelCancellation } from './cancel-parcels.js';
import { createParcelPieces } from './parcel-pieces.js';
import { createShippingMails } from './shipping-mails.js';

export interface ShipmentRequest {
  providerId: ProviderId;
  method: string;
  credentialSource: CredentialSource | null;
  courierCode: string | null;
  account: CourierAccount | null;
  trackingCode: string | null;
  trackingUrl: string | null;
  /** The pieces of a parcel; everything that is left where undefined. */
  pieces?: readonly ParcelPieces[];
}

/** Topic of the live channel on which a shipment that was settled is announced by its id. */
export const SHIPMENT_TOPIC = 'shipment';

/**
 * The steps of a shipment with its sub-order's move in one transaction. The order is locked before each; requests,
 * workflows and webhooks all come through here.
 */
export const createShipmentSteps = builtOnce((deps: OperationDeps) => {
  const { outbox, live } = deps;
  const shipments = createShipmentsRepository();
  const subOrders = createSubOrderTransitions(deps);
  const mails = createShippingMails(deps);
  const invoiceNumberOf = createInvoiceNumberOf(deps);
  const issueChallan = createChallans(deps);
  const parcels = createParcelPieces(deps);
  const cancelParcels = createParcelCancellation(deps);

  /** Voids an attempt that nobody knows of whether the carrier has it, because the sub-order goes another way. */
  async function voidUnclear(tx: Tx, ctx: Context, orderNumber: string, latest?: Shipment): Promise<void> {
    if (!latest || !(await shipments.requestVoid(tx, latest.id))) return;
    const { id: shipmentId, orderId, vendorId } = latest;
    const payload = { shipmentId, orderId, vendorId, orderNumber };
    outbox.append(tx, ctx, shippingEvents.voidRequested, shipmentId, payload);
  }

  async function insert(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    request: ShipmentRequest,
    status: 'creating' | 'created',
  ): Promise<NewShipment> {
    const { order, subOrder } = locked;
    const { attempt, parcel } = await shipments.nextNumbers(tx, subOrder.id);
    const { account, pieces, ...rest } = request;
    const { credentialSource } = request;
    const contents = pieces
      ? await parcels.take(tx, locked, pieces, { parcel, credentialSource })
      : { lines: await shipments.linesOf(tx, subOrder.id), counted: false, value: null };
    const shipment: NewShipment = {
      ...rest,
      ...contents,
      parcel,
      id: newId(),
      orderId: order.id,
      subOrderId: subOrder.id,
      vendorId: subOrder.vendorId,
      attempt,
      reference: shipmentReference(subOrder.id, attempt),
      cpId: account?.cpId ?? null,
      accountCode: account?.accountCode ?? null,
      status,
      actor: originOf(ctx).actor,
      requestedAt: ctx.now,
      createdAt: status === 'created' ? ctx.now : null,
    };
    await shipments.insert(tx, shipment);
    return shipment;
  }

  /** Once one parcel had some pieces alone, whatever is sent of its sub-order names its pieces. */
  async function withPieces(
    tx: Tx,
    { subOrder }: LockedSubOrder,
    request: ShipmentRequest,
    latest?: Shipment,
  ): Promise<ShipmentRequest> {
    if (request.pieces || !latest?.counted) return request;
    return { ...request, pieces: await parcels.rest(tx, subOrder.id) };
  }

  /**
   * The carrier may have an attempt that brought no response: it is asked for under the same reference. Where the request
   * names another courier or account, that parcel would come with the label of the first one: it is voided, and the
   * request becomes its own attempt.
   */
  async function claimAgain(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    request: ShipmentRequest,
    latest?: Shipment,
  ): Promise<string | undefined> {
    if (!latest) return undefined;
    const { order } = locked;
    const other = !hasSamePieces(latest, request);
    if (other || (latest.sentAt && !isSameParcel(latest, request))) {
      await voidUnclear(tx, ctx, order.orderNumber, latest);
      return undefined;
    }
    const { method, credentialSource, courierCode, account } = request;
    const claimed = await shipments.claimAgain(tx, latest.id, {
      method,
      credentialSource,
      courierCode,
      requestedAt: ctx.now,
      cpId: account?.cpId ?? null,
      accountCode: account?.accountCode ?? null,
    });
    if (claimed && latest.counted) await parcels.takeAgain(tx, locked, latest, credentialSource);
    return claimed ? latest.id : undefined;
  }

  /** The sub-order is fulfilled by a shipment that exists. */
  async function fulfilled(tx: Tx, ctx: Context, locked: LockedSubOrder, shipment: Shipment): Promise<void> {
    if (shipment.counted) await parcels.sent(tx, ctx, locked, shipment);
    else await subOrders.fulfil(tx, ctx, locked);
    const { orderId, subOrderId, vendorId, providerId, method, trackingCode, awb } = shipment;
    outbox.append(tx, ctx, shippingEvents.created, subOrderId, {
      ...(shipment.counted ? { shipmentId: shipment.id } : {}),
      orderId,
      orderVendorId: subOrderId,
      vendorId,
      providerId,
      method,
      trackingCode,
      awb,
      occurredAt: ctx.now.toISOString(),
    });
    await mails.shipped(tx, ctx, shipment);
    // The supply has begun: its invoice is due (CGST Act 2017, section 31(1)). A rule that refuses it does not stop the parcel.
    await invoiceNumberOf(tx, ctx, subOrderId);
    await issueChallan(tx, ctx, shipment);
  }

  /** Cancels a shipment of a cancelled sub-order, at its carrier afterwards. */
  async function withdraw(
    tx: Tx,
    ctx: Context,
    { order, subOrder }: LockedSubOrder,
    shipment: Shipment,
    reason: string,
  ): Promise<void> {
    const tracked = shipment.providerId === 'carrier';
    await shipments.markCancelled(tx, shipment.id, tracked ? 'requested' : null);
    const { providerId } = shipment;
    const payload = { orderVendorId: subOrder.id, providerId, reason };
    outbox.append(tx, ctx, shippingEvents.cancelled, subOrder.id, payload);
    if (tracked) {
      const { id: shipmentId, orderId, vendorId } = shipment;
      const voided = { shipmentId, orderId, vendorId, orderNumber: order.orderNumber };
      outbox.append(tx, ctx, shippingEvents.voidRequested, shipmentId, voided);
    }
    await mails.cancelled(tx, ctx, shipment, reason);
  }

  async function expectShipment(tx: Tx, id: string): Promise<Shipment> {
    const shipment = await shipments.find(tx, id);
    if (!shipment) throw new Error(`Shipment ${id} is gone`);
    return shipment;
  }

  return {
    /** Fulfils a sub-order by its vendor's own means: the shipment exists as it is written. */
    async shipByVendor(
      tx: Tx,
      ctx: Context,
      locked: LockedSubOrder,
      wanted: ShipmentRequest,
    ): Promise<string> {
      const latest = await shipments.latest(tx, locked.subOrder.id);
      await voidUnclear(tx, ctx, locked.order.orderNumber, latest);
      const request = await withPieces(tx, locked, wanted, latest);
      const { id } = await insert(tx, ctx, locked, request, 'created');
      await fulfilled(tx, ctx, locked, await expectShipment(tx, id));
      return id;
    },

    /**
     * Claims the shipment of a sub-order: nobody else ships or cancels it until the carrier has responded.
     * @returns its id
     */
    async claim(tx: Tx, ctx: Context, locked: LockedSubOrder, wanted: ShipmentRequest): Promise<string> {
      const { order } = locked;
      const { id: subOrderId, vendorId } = locked.subOrder;
      const latest = await shipments.latest(tx, subOrderId);
      const request = await withPieces(tx, locked, wanted, latest);
      const again = await claimAgain(tx, ctx, locked, request, latest);
      const id = again ?? (await insert(tx, ctx, locked, request, 'creating')).id;
      const invoiceNumber = await invoiceNumberOf(tx, ctx, subOrderId);
      if (invoiceNumber) await shipments.setInvoiceNumber(tx, id, invoiceNumber);
      const orderId = order.id;
      const of = { orderId, orderVendorId: subOrderId, vendorId, orderNumber: order.orderNumber };
      const repeatable = { request: ctx.now.toISOString(), again: again !== undefined };
      const payload = { shipmentId: id, ...of, ...repeatable };
      outbox.append(tx, originOf(ctx), shippingEvents.requested, id, payload, { handOver: true });
      return id;
    },

    /** The carrier has taken a shipment; without AWB that comes later. */
    async created(
      tx: Tx,
      ctx: Context,
      shipmentId: string,
      taken: { awb: string | null; labelUrl: string | null; expectedOn: string | null },
    ): Promise<void> {
      const before = await expectShipment(tx, shipmentId);
      const locked = await subOrders.lock(tx, before.subOrderId);
      if (!locked) return;
      if (!(await shipments.markCreated(tx, shipmentId, { ...taken, at: ctx.now }))) return;
      const shipment = await expectShipment(tx, shipmentId);
      await fulfilled(tx, ctx, locked, shipment);
      // A scan may have been faster than the response.
      if (shipment.counted) {
        const actor = { type: 'webhook' as const, id: shipment.providerId };
        await parcels.deliverWhenAllArrived(tx, { ...ctx, actor }, shipment.subOrderId);
      } else if (shipment.trackingStatus === 'delivered') {
        const now = await subOrders.lock(tx, shipment.subOrderId);
        const actor = { type: 'webhook' as const, id: shipment.providerId };
        if (now) await subOrders.deliver(tx, { ...ctx, actor }, now);
      }
      await live.publish(tx, SHIPMENT_TOPIC, shipmentId);
    },

    /**
     * The carrier refused a shipment, or could not be reached: the sub-order stays pending.
     * @param failure.request of which claim, as its event says; any where undefined
     */
    async failed(
      tx: Tx,
      ctx: Context,
      shipmentId: string,
      failure: { kind: 'refused' | 'unreachable'; error: string; request?: string },
    ): Promise<void> {
      const before = await expectShipment(tx, shipmentId);
      const locked = await subOrders.lock(tx, before.subOrderId);
      if (!locked || !(await shipments.markFailed(tx, shipmentId, failure))) return;
      if (before.counted) await parcels.giveBack(tx, before);
      await subOrders.appendToTimeline(tx, ctx, locked, 'shipping.shipment.failed', failure.error);
      await live.publish(tx, SHIPMENT_TOPIC, shipmentId);
    },

    /**
     * Cancels a sub-order with its shipment, which is voided at the carrier afterwards.
     * @param details `restock` decides for pieces that no carrier has scanned
     * @returns false when the sub-order had moved on
     */
    async cancelSubOrder(
      tx: Tx,
      ctx: Context,
      locked: LockedSubOrder,
      details: { reason: string; restock: boolean },
    ): Promise<boolean> {
      const { order, subOrder } = locked;
      const latest = await shipments.latest(tx, subOrder.id);
      const several = latest?.counted && (await cancelParcels(tx, ctx, locked, details));
      if (several) {
        await voidUnclear(tx, ctx, order.orderNumber, latest);
        for (const parcel of several.withdrawn) await withdraw(tx, ctx, locked, parcel, details.reason);
        return several.cancelled;
      }
      const shipment = latest?.status === 'created' ? latest : undefined;
      const tracked = shipment?.providerId === 'carrier';
      const onTheRoad = tracked && isOnTheRoad(shipment.trackingStatus);
      const pieces = onTheRoad ? 'awaiting_return' : tracked || details.restock ? 'restock' : 'lost';
      if (!(await subOrders.cancel(tx, ctx, locked, { reason: details.reason, pieces }))) return false;
      if (!shipment) {
        await voidUnclear(tx, ctx, order.orderNumber, latest);
        return true;
      }
      await withdraw(tx, ctx, locked, shipment, details.reason);
      return true;
    },

    /** Pieces of a sub-order with parcels were cancelled: it is fulfilled where nothing is left to send. */
    settleParcels: (tx: Tx, ctx: Context, locked: LockedSubOrder) => parcels.settle(tx, ctx, locked),

    /** Whether a sub-order is sent in several parcels that all go back to their sender. */
    isReturning: (tx: Tx, subOrderId: string) => parcels.allReturning(tx, subOrderId),

    /** A person says that a parcel has arrived. @returns false when it had arrived before, or is no parcel */
    async deliverParcel(tx: Tx, ctx: Context, locked: LockedSubOrder, parcel: Shipment): Promise<boolean> {
      const { id: shipmentId, subOrderId } = parcel;
      if (!(await parcels.markArrived(tx, shipmentId))) return false;
      const note = parcel.trackingCode ?? parcel.reference;
      await subOrders.appendToTimeline(tx, ctx, locked, 'shipping.shipment.delivered', note);
      const moved = { shipmentId, orderVendorId: subOrderId, kind: 'delivered' as const };
      outbox.append(tx, ctx, shippingEvents.parcelMoved, subOrderId, moved);
      await parcels.deliverWhenAllArrived(tx, ctx, subOrderId);
      return true;
    },

    /** Has the label fetched again, also a week after the run has given it up. */
    async requestLabel(tx: Tx, ctx: Context, shipment: Shipment): Promise<void> {
      const { id: shipmentId, orderId, vendorId } = shipment;
      const orderNumber = await shipments.orderNumberOf(tx, orderId);
      const payload = { shipmentId, orderId, vendorId, orderNumber };
      outbox.append(tx, originOf(ctx), shippingEvents.labelRequested, shipmentId, payload, {
        handOver: true,
      });
    },

    /** A person decides that the parcel goes on under the AWB that was reported with its reference. */
    async takeOverAwb(tx: Tx, ctx: Context, shipmentId: string, awb: string): Promise<boolean> {
      const before = await expectShipment(tx, shipmentId);
      const locked = await subOrders.lock(tx, before.subOrderId);
      if (!locked || !(await shipments.takeOverAwb(tx, shipmentId, awb))) return false;
      const note = `${before.awb ?? 'no AWB'} became ${awb}`;
      await subOrders.appendToTimeline(tx, ctx, locked, 'shipping.shipment.awb_taken_over', note);
      await this.requestLabel(tx, ctx, await expectShipment(tx, shipmentId));
      return true;
    },

    /** Stamps an AWB that was found. */
    async stamp(tx: Tx, shipmentId: string, found: { awb: string; labelUrl: string | null }): Promise<void> {
      await shipments.stamp(tx, shipmentId, found);
    },

    /** Reports a shipment that is without AWB for too long. */
    async reportStuck(tx: Tx, ctx: Context, shipmentId: string, hours: number): Promise<void> {
      const shipment = await expectShipment(tx, shipmentId);
      const { subOrderId, vendorId } = shipment;
      const payload = { shipmentId, orderVendorId: subOrderId, vendorId, hours };
      outbox.append(tx, ctx, shippingEvents.stuck, subOrderId, payload);
      await mails.stuck(tx, ctx, shipment, hours);
    },

    /** The carrier has cancelled a shipment, or will not. */
    async settleVoid(
      tx: Tx,
      ctx: Context,
      shipmentId: string,
      end: { status: 'voided' | 'refused'; error: string | null },
    ): Promise<void> {
      const shipment = await expectShipment(tx, shipmentId);
      const locked = await subOrders.lock(tx, shipment.subOrderId);
      if (!locked || !(await shipments.setVoided(tx, shipmentId, end))) return;
      const event = `shipping.shipment.${end.status === 'voided' ? 'voided' : 'void_refused'}`;
      await subOrders.appendToTimeline(
        tx,
        ctx,
        locked,
        event,
        end.error ?? shipment.awb ?? shipment.reference,
      );
      await live.publish(tx, SHIPMENT_TOPIC, shipmentId);
    },
  };
});

/** Whether a request would make the same parcel as an attempt: by the same courier, on the same account. */
function isSameParcel(attempt: Shipment, request: ShipmentRequest): boolean {
  return (
    attempt.method === request.method &&
    attempt.credentialSource === request.credentialSource &&
    attempt.courierCode === request.courierCode &&
    attempt.cpId === (request.account?.cpId ?? null) &&
    attempt.accountCode === (request.account?.accountCode ?? null)
  );
}

/** Whether a request is of what an attempt has in it; without parcels each is everything. */
function hasSamePieces({ counted, lines }: Shipment, { pieces }: ShipmentRequest): boolean {
  if (!pieces) return !counted;
  const listed = (all: readonly ParcelPieces[]) =>
    all
      .map(({ lineId, quantity }) => `${lineId} ${quantity}`)
      .sort()
      .join();
  return counted && listed(lines) === listed(pieces);
}

export type ShipmentSteps = ReturnType<typeof createShipmentSteps>;
