import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import type { LockedSubOrder } from './locked-sub-order.js';
import { createSubOrderMoves } from './record-sub-order-move.js';
import { createSubOrderRefund } from './refund-sub-order.js';
import { createSubOrderPieces } from './sub-order-pieces.js';

/** What happens to the pieces of a sub-order that is cancelled after it was fulfilled. */
export type PiecesAfterCancel = 'restock' | 'awaiting_return' | 'lost';

/**
 * Cancels a sub-order: before it is fulfilled its reservation is given back, afterwards `pieces` says where its pieces
 * are. What was paid for it goes back, with its shipping.
 */
export const createCancellation = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrdersRepository();
  const creditNotes = createCreditNotes(deps);
  const pieces = createSubOrderPieces(deps);
  const refund = createSubOrderRefund(deps);
  const recordMove = createSubOrderMoves(deps);

  return async (
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    details: { reason: string; pieces: PiecesAfterCancel },
  ): Promise<boolean> => {
    const { subOrder } = locked;
    const { reason } = details;
    const shipped = subOrder.status === 'fulfilled';
    const awaitingReturn = shipped && details.pieces === 'awaiting_return';
    if (!(await subOrders.cancel(tx, subOrder.id, { at: ctx.now, reason, awaitingReturn }))) return false;
    if (!shipped) await pieces.release(tx, ctx, locked);
    else if (details.pieces === 'restock') await pieces.putBack(tx, ctx, subOrder.id);
    await refund(tx, ctx, locked, reason);
    await creditNotes.ofCancellation(tx, ctx, [subOrder.id], reason);
    await recordMove(tx, ctx, locked, {
      to: 'cancelled',
      event: ordersEvents.subOrderCancelled,
      note: reason,
      more: { reason, awaitingReturn },
    });
    return true;
  };
});
