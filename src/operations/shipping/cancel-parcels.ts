import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { unsentPieces } from '#domain/shipping/parcel.js';
import { isOnTheRoad, type Shipment } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createOrderMails } from '#operations/orders/order-mails.js';
import { viewOf } from '#operations/orders/order-transitions.js';
import { createPiecesRefund } from '#operations/orders/refund-pieces.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createParcelPieces } from './parcel-pieces.js';

interface CancelDetails {
  reason: string;
  restock: boolean;
}

/** What a cancellation of a sub-order with parcels came to. */
export interface CancelledParcels {
  cancelled: boolean;
  /** The parcels that were cancelled with it. */
  withdrawn: Shipment[];
}

/**
 * Cancels a sub-order that is sent in several parcels. While some of its pieces are not sent these alone are cancelled, and
 * the sub-order goes on with what was sent. Afterwards it is cancelled as a whole, unless one of its parcels has arrived.
 */
export const createParcelCancellation = builtOnce((deps: OperationDeps) => {
  const parcels = createParcelsRepository();
  const rows = createSubOrdersRepository();
  const subOrders = createSubOrderTransitions(deps);
  const pieces = createParcelPieces(deps);
  const refundPieces = createPiecesRefund(deps);
  const mails = createOrderMails(deps);

  async function cancelRest(tx: Tx, ctx: Context, locked: LockedSubOrder, reason: string): Promise<void> {
    const { id } = locked.subOrder;
    const rest = unsentPieces(await parcels.lines(tx, id));
    const refundId = newId();
    await subOrders.cancelPieces(tx, ctx, locked, refundId, rest);
    const refund = await refundPieces(tx, ctx, locked, { id: refundId, reason, pieces: rest });
    await rows.setRestCancelled(tx, id, reason);
    const view = await viewOf(tx, locked.order.id);
    const vendorName = view.subOrders.find((subOrder) => subOrder.id === id)?.vendorName ?? '';
    await mails.restCancelled(tx, ctx, view, { subOrderId: id, vendorName, reason, pieces: rest, refund });
    await subOrders.appendToTimeline(tx, ctx, locked, 'order.sub_order.rest_cancelled', reason);
    await pieces.settle(tx, ctx, locked);
  }

  /** Pieces that no carrier has scanned go back on hand; those on the road come back with their parcel. */
  async function putBack(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    sent: readonly Shipment[],
    { restock }: CancelDetails,
  ): Promise<void> {
    const lines = await parcels.lines(tx, locked.subOrder.id);
    const variantOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.variantId ?? '';
    for (const parcel of sent) {
      const atVendor = parcel.providerId === 'carrier' ? !isOnTheRoad(parcel.trackingStatus) : restock;
      if (!atVendor) continue;
      const own = parcel.lines.map((item) => ({ ...item, variantId: variantOf(item.lineId) }));
      await subOrders.restockSent(tx, ctx, locked, parcel.id, own);
    }
  }

  /** @returns undefined where no parcel was made: the sub-order is cancelled as one without parcels */
  return async function cancelParcels(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    details: CancelDetails,
  ): Promise<CancelledParcels | undefined> {
    const { subOrder } = locked;
    const made = await parcels.sent(tx, subOrder.id);
    if (made.length === 0) return undefined;
    const back = await parcels.cameBack(tx, subOrder.id);
    const sent = made.filter(({ id }) => !back.has(id));
    if (subOrder.status === 'pending') {
      await cancelRest(tx, ctx, locked, details.reason);
      return { cancelled: true, withdrawn: [] };
    }
    // A repeat of what cancelled the rest must not withdraw what was sent.
    if (subOrder.status === 'fulfilled' && subOrder.cancelReason !== null)
      return { cancelled: true, withdrawn: [] };
    if (subOrder.status === 'fulfilled' && sent.some((item) => item.trackingStatus === 'delivered'))
      throw shippingErrors.parcelDelivered();
    const onTheRoad = sent.some((item) => item.providerId === 'carrier' && isOnTheRoad(item.trackingStatus));
    const after = {
      reason: details.reason,
      pieces: onTheRoad ? ('awaiting_return' as const) : ('lost' as const),
    };
    if (!(await subOrders.cancel(tx, ctx, locked, after))) return { cancelled: false, withdrawn: [] };
    await putBack(tx, ctx, locked, sent, details);
    return { cancelled: true, withdrawn: sent };
  };
});
