import { ship } from '#db/inventory/reservations.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import type { LockedSubOrder } from './locked-sub-order.js';
import { createSubOrderMoves } from './record-sub-order-move.js';

/** Marks a pending sub-order as sent: what was reserved for it leaves the stock. */
export const createFulfilment = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrdersRepository();
  const recordMove = createSubOrderMoves(deps);

  return async (tx: Tx, ctx: Context, locked: LockedSubOrder): Promise<boolean> => {
    const { order, subOrder } = locked;
    if (!(await subOrders.fulfil(tx, subOrder.id, ctx.now))) return false;
    if (order.reservationId) {
      await ship(tx, {
        reservationId: order.reservationId,
        stepId: subOrder.id,
        variantIds: await subOrders.variantIds(tx, subOrder.id),
        actor: ctx.actor,
      });
    }
    await recordMove(tx, ctx, locked, { to: 'fulfilled', event: ordersEvents.subOrderFulfilled });
    return true;
  };
});
