import type { Tx } from '#db/kernel/unit-of-work.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCancellation } from './cancel-sub-order.js';
import { createDelivery } from './deliver-sub-order.js';
import { createFulfilment } from './fulfil-sub-order.js';
import { type LockedSubOrder, lockSubOrder } from './locked-sub-order.js';
import { createReturnOfSubOrder } from './return-sub-order.js';
import { createSubOrderPieces } from './sub-order-pieces.js';
import { createCashTaking } from './take-cash.js';

export type { PiecesAfterCancel } from './cancel-sub-order.js';
export type { LockedSubOrder } from './locked-sub-order.js';
export type { MovedPieces } from './sub-order-pieces.js';

/**
 * The moves of sub-orders with everything that belongs to them in one transaction: the conditional update, the stock,
 * the refund, the order's status, the cash, the timeline, the events and the mails. Every move locks the order first;
 * a move that finds the sub-order elsewhere does nothing and says so. One file holds each move.
 */
export const createSubOrderTransitions = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrdersRepository();
  const pieces = createSubOrderPieces(deps);
  const cash = createCashTaking(deps);

  return {
    lock: lockSubOrder,
    fulfil: createFulfilment(deps),
    deliver: createDelivery(deps),
    cancel: createCancellation(deps),
    returnBack: createReturnOfSubOrder(deps),
    cancelPieces: pieces.cancelPieces,
    restockSent: pieces.restockSent,
    shipPieces: pieces.shipPieces,
    takeCashByHand: cash.byHand,
    awaitsCash: cash.awaits,
    takeCashWhenDue: cash.whenDue,
    renewDelivery: (tx: Tx, ctx: Context, subOrderId: string) =>
      subOrders.renewDelivery(tx, subOrderId, ctx.now),
    isEmpty: (tx: Tx, subOrderId: string) => subOrders.isEmpty(tx, subOrderId),

    /** Appends something about a sub-order to the timeline. */
    appendToTimeline: (
      tx: Tx,
      ctx: Context,
      { order, subOrder }: LockedSubOrder,
      event: string,
      note: string,
    ) =>
      orders.appendToTimeline(tx, [
        { orderId: order.id, subOrderId: subOrder.id, event, note, actor: ctx.actor },
      ]),
  };
});

export type SubOrderTransitions = ReturnType<typeof createSubOrderTransitions>;
