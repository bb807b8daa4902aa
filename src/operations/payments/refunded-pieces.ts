import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { piecesToCancel, piecesToRestock } from '#domain/payments/moved-pieces.js';
import type { RefundableSubOrder, RefundLine } from '#domain/payments/refundable.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions } from '#operations/orders/sub-order-transitions.js';
import { createShipmentSteps } from '#operations/shipping/shipment-steps.js';

/** Moves the pieces of a refund: those that were not sent are cancelled with it, others go back on hand where it says so. */
export const createRefundedPieces = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrderTransitions(deps);
  const shipmentSteps = createShipmentSteps(deps);

  return async function movePieces(
    tx: Tx,
    ctx: Context,
    subOrder: RefundableSubOrder,
    lines: readonly RefundLine[],
    refund: { id: string; reason: string; restock: boolean },
  ): Promise<void> {
    const locked = await subOrders.lock(tx, subOrder.subOrderId);
    if (!locked) return;
    if (subOrder.status === 'pending') {
      await subOrders.cancelPieces(tx, ctx, locked, refund.id, piecesToCancel(subOrder, lines));
      if (subOrder.lines.some(({ sentPieces = 0 }) => sentPieces > 0))
        return shipmentSteps.settleParcels(tx, ctx, locked);
      if (!(await subOrders.isEmpty(tx, subOrder.subOrderId))) return;
      await shipmentSteps.cancelSubOrder(tx, ctx, locked, { reason: refund.reason, restock: true });
    } else if (refund.restock && subOrder.status !== 'cancelled') {
      await subOrders.restockSent(tx, ctx, locked, refund.id, piecesToRestock(subOrder, lines));
    }
  };
});
