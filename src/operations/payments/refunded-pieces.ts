import { readRefundable } from '#db/payments/refundable.query.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import {
  canCancel,
  refundedPieces,
  type RefundedPieces,
  stillToRestock,
} from '#domain/payments/moved-pieces.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import type { RefundableSubOrder, RefundLine } from '#domain/payments/refundable.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions } from '#operations/orders/sub-order-transitions.js';
import { createShipmentSteps } from '#operations/shipping/shipment-steps.js';

interface OfRefund {
  id: string;
  orderId: string;
  reason: string;
}

/** Moves the pieces of refunds by hand, with the refund or, where it waits for a second person, with the approval. */
export const createRefundedPieces = builtOnce((deps: OperationDeps) => {
  const shipments = createShipmentsRepository();
  const subOrders = createSubOrderTransitions(deps);
  const shipmentSteps = createShipmentSteps(deps);

  async function move(
    tx: Tx,
    ctx: Context,
    subOrder: RefundableSubOrder,
    { move: kind, pieces }: RefundedPieces,
    { id, reason }: OfRefund,
  ): Promise<void> {
    const locked = await subOrders.lock(tx, subOrder.subOrderId);
    if (!locked) return;
    if (kind === 'restock') return subOrders.restockSent(tx, ctx, locked, id, pieces);
    await subOrders.cancelPieces(tx, ctx, locked, id, pieces);
    if (subOrder.lines.some(({ sentPieces = 0 }) => sentPieces > 0))
      return shipmentSteps.settleParcels(tx, ctx, locked);
    if (!(await subOrders.isEmpty(tx, subOrder.subOrderId))) return;
    await shipmentSteps.cancelSubOrder(tx, ctx, locked, { reason, restock: true });
  }

  return {
    move,

    /** All pieces of a refund that nobody has to decide about. */
    async ofRefund(
      tx: Tx,
      ctx: Context,
      subOrder: RefundableSubOrder,
      lines: readonly RefundLine[],
      { restock, ...refund }: OfRefund & { restock: boolean },
    ): Promise<void> {
      for (const moved of refundedPieces(subOrder, lines, restock))
        await move(tx, ctx, subOrder, moved, refund);
    },

    /**
     * Those of a refund that was approved, whose order is locked; a sub-order that was cancelled since has none left.
     * @throws AppError CONFLICT where pieces that were to be cancelled were sent, or are being sent
     */
    async ofApproved(tx: Tx, ctx: Context, refund: OfRefund, held: readonly RefundedPieces[]): Promise<void> {
      const all = await readRefundable(tx, refund.orderId);
      for (const moved of held) {
        const subOrder = all.find(({ subOrderId }) => subOrderId === moved.subOrderId);
        if (!subOrder || subOrder.status === 'cancelled') continue;
        if (moved.move === 'cancel') {
          if (await shipments.isCreating(tx, refund.orderId)) throw shippingErrors.shipmentCreating();
          if (!canCancel(subOrder, moved.pieces)) throw paymentsErrors.refundPiecesSent();
        }
        const pieces = moved.move === 'restock' ? stillToRestock(subOrder, moved.pieces) : moved.pieces;
        await move(tx, ctx, subOrder, { ...moved, pieces }, refund);
      }
    },
  };
});

export type RefundedPiecesMoves = ReturnType<typeof createRefundedPieces>;
