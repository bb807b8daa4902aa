import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import type { LockedSubOrder } from './locked-sub-order.js';
import { createSubOrderMoves } from './record-sub-order-move.js';

/** Marks a fulfilled sub-order as delivered. */
export const createDelivery = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrdersRepository();
  const recordMove = createSubOrderMoves(deps);

  return async (tx: Tx, ctx: Context, locked: LockedSubOrder, note?: string): Promise<boolean> => {
    if (!(await subOrders.deliver(tx, locked.subOrder.id, ctx.now))) return false;
    await recordMove(tx, ctx, locked, { to: 'delivered', event: ordersEvents.subOrderDelivered, note });
    return true;
  };
});
