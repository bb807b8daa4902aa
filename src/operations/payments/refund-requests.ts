import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { newId } from '#lib/ids.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';

export interface RefundWish {
  paymentId: string;
  /** Subunits. */
  amount: number;
  reason: string;
}

/** Asks for money to go back: the row and the event that starts its workflow, in the transaction that decided it. */
export function createRefundRequests({ outbox }: Pick<OperationDeps, 'outbox'>) {
  const refunds = createRefundsRepository();
  return async (
    tx: Tx,
    ctx: Context,
    order: Pick<Order, 'id' | 'orderNumber'>,
    wish: RefundWish,
  ): Promise<string> => {
    const refundId = newId();
    await refunds.insert(tx, { id: refundId, orderId: order.id, actor: ctx.actor, ...wish });
    outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, {
      refundId,
      orderId: order.id,
      orderNumber: order.orderNumber,
    });
    return refundId;
  };
}

export type RefundRequests = ReturnType<typeof createRefundRequests>;
