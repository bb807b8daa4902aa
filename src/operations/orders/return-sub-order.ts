import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import type { LockedSubOrder } from './locked-sub-order.js';
import { createSubOrderMoves } from './record-sub-order-move.js';
import { createSubOrderPieces } from './sub-order-pieces.js';

/** Takes a sub-order back as a whole; one that was cancelled on the road stays cancelled. */
export const createReturnOfSubOrder = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrdersRepository();
  const pieces = createSubOrderPieces(deps);
  const recordMove = createSubOrderMoves(deps);
  const storeCredit = createStoreCreditMoves(deps);

  return async (
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    details: { restock: boolean },
  ): Promise<boolean> => {
    const { id, status, deliveredAt } = locked.subOrder;
    const awaited = status === 'cancelled';
    const received = awaited
      ? await subOrders.receiveAwaited(tx, id, ctx.now)
      : await subOrders.markReturned(tx, id, ctx.now);
    if (!received) return false;
    // A parcel that came back to its sender: its cash is not taken.
    if (!deliveredAt) await storeCredit.releaseShare(tx, ctx, locked.order, locked.subOrder);
    if (details.restock) await pieces.putBack(tx, ctx, id);
    const to = awaited ? 'cancelled' : 'returned';
    await recordMove(tx, ctx, locked, { to, event: ordersEvents.subOrderReturned, step: 'returned' });
    return true;
  };
});
