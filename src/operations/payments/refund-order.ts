import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Order } from '#domain/orders/order.js';
import { allocateAmount, amountOf, takesBack } from '#domain/payments/allocate-refund.js';
import { assertWithin, chooseRefund, type RefundChoice } from '#domain/payments/choose-refund.js';
import type { RefundTarget } from '#domain/payments/payment.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import type { RefundableSubOrder } from '#domain/payments/refundable.js';
import { refundedPieces } from '#domain/payments/moved-pieces.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createRefundRequests } from './refund-requests.js';
import { createRefundedPieces } from './refunded-pieces.js';

export interface RefundInput extends RefundChoice {
  reason: string;
  /** Where the buyer wants it; by default where the money came from. */
  refundTo?: RefundTarget;
  restock?: boolean;
}

/**
 * Refunds an order that is locked: all that is left, a sub-order, pieces or an amount. Pieces that were not sent are
 * cancelled with it; those that were sent go back on hand where the input says so. Of a refund that waits for a second person
 * both wait, too.
 */
export const createOrderRefund = builtOnce((deps: OperationDeps) => {
  const payments = createPaymentsRepository();
  const orders = createOrderWriteRepository();
  const shipments = createShipmentsRepository();
  const pieces = createRefundedPieces(deps);
  const requestRefund = createRefundRequests(deps);

  /** The payment whose money is the order's own, with what of it is neither refunded nor pending. */
  async function ownPayment(tx: Tx, orderId: string) {
    const all = await payments.ofOrder(tx, orderId);
    const payment = all.find((item) => !item.surplus && item.capturedAt !== null);
    if (!payment) throw paymentsErrors.orderUnpaid();
    const pending = await payments.pendingRefunds(tx, payment.id);
    return { payment, left: (payment.capturedAmount ?? 0) - payment.refundedTotal - pending };
  }

  /** Pieces that were not sent can only go back as cancelled ones, and not while their shipment is being created. */
  async function assertMovable(
    tx: Tx,
    orderId: string,
    touched: readonly RefundableSubOrder[],
    restock: boolean | undefined,
  ): Promise<void> {
    if (!touched.some(({ status }) => status === 'pending')) return;
    if (restock !== true) {
      const message = 'must be true for pieces that were not sent: they are cancelled with the refund';
      throw platformErrors.validation(
        {},
        { errors: [{ path: 'body.restock', message, code: 'inconsistent' }] },
      );
    }
    if (await shipments.isCreating(tx, orderId)) throw shippingErrors.shipmentCreating();
  }

  /** @returns the id of the refund */
  return async function refundOrder(tx: Tx, ctx: Context, order: Order, input: RefundInput): Promise<string> {
    const { payment, left } = await ownPayment(tx, order.id);
    const { reason, restock, subOrderId, amount: asked, refundTo } = input;
    const subOrders = await readRefundable(tx, order.id);
    const common = { payment, reason, cause: 'refund' as const, restock: restock ?? false, refundTo };
    if (!subOrders.some(({ paid }) => paid)) {
      // Money of an order that was never confirmed: it goes back as a whole.
      const amount = asked ?? left;
      assertWithin(amount, left);
      const all = await requestRefund(tx, ctx, order, { ...common, amount, lines: [], cause: 'surplus' });
      return all.id;
    }
    const chosen = chooseRefund(subOrders, input);
    const rest = asked === undefined && !input.lines;
    const lines = rest && amountOf(chosen) > left ? allocateAmount(subOrders, Math.max(left, 0)) : chosen;
    const amount = amountOf(lines);
    if (amount > 0 || !takesBack(lines)) assertWithin(amount, left);
    const touched = subOrders.filter((subOrder) =>
      lines.some((line) => line.subOrderId === subOrder.subOrderId && line.quantity > 0),
    );
    await assertMovable(tx, order.id, touched, restock);
    const ids = new Set(lines.map((line) => line.subOrderId));
    const only = subOrderId ?? (ids.size === 1 ? [...ids][0] : undefined);
    const moves = touched.flatMap((subOrder) => refundedPieces(subOrder, lines, restock ?? false));
    const { id, held } = await requestRefund(tx, ctx, order, {
      ...common,
      amount,
      lines,
      subOrderId: only,
      pieces: moves,
    });
    await orders.appendToTimeline(tx, [
      {
        orderId: order.id,
        subOrderId: only ?? null,
        event: 'refund.requested',
        note: reason,
        actor: ctx.actor,
      },
    ]);
    // Nothing comes back, and nothing is cancelled, while a second person may refuse it.
    if (held) return id;
    for (const subOrder of touched)
      for (const moved of moves.filter(({ subOrderId: of }) => of === subOrder.subOrderId))
        await pieces.move(tx, ctx, subOrder, moved, { id, orderId: order.id, reason });
    return id;
  };
});

export type OrderRefund = ReturnType<typeof createOrderRefund>;
