import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { type Payment, refundsByHand } from '#domain/payments/payment.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { newId } from '#lib/ids.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';

export interface RefundWish {
  payment: Pick<Payment, 'id' | 'providerId'>;
  /** The sub-order that it is for, where it is for one. */
  orderVendorId?: string;
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
    { payment, ...wish }: RefundWish,
  ): Promise<string> => {
    const refundId = newId();
    const byHand = refundsByHand(payment.providerId);
    const row = { id: refundId, orderId: order.id, paymentId: payment.id, actor: ctx.actor, byHand };
    await refunds.insert(tx, { ...row, ...wish });
    // It waits for an operator: there is no provider to call.
    if (byHand) return refundId;
    outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, {
      refundId,
      orderId: order.id,
      orderNumber: order.orderNumber,
    });
    return refundId;
  };
}

export type RefundRequests = ReturnType<typeof createRefundRequests>;
