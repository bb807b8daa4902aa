import type { Tx } from '#db/kernel/unit-of-work.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import type { Context } from '#domain/_shared/context.js';
import { allocateAmount, allocateRest, amountOf, takesBack } from '#domain/payments/allocate-refund.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';
import type { LockedSubOrder } from './locked-sub-order.js';

/** Requests a refund of what was paid for a sub-order and has not gone back yet. */
export const createSubOrderRefund = builtOnce((deps: OperationDeps) => {
  const payments = createPaymentsRepository();
  const requestRefund = createRefundRequests(deps);
  const storeCredit = createStoreCreditMoves(deps);

  return async (tx: Tx, ctx: Context, { order, subOrder }: LockedSubOrder, reason: string): Promise<void> => {
    const captured = (await payments.ofOrder(tx, order.id)).find((item) => item.status === 'captured');
    // Its cash was never taken.
    if (!captured) return storeCredit.releaseShare(tx, ctx, order, subOrder);
    const pending = await payments.pendingRefunds(tx, captured.id);
    const left = (captured.capturedAmount ?? 0) - captured.refundedTotal - pending;
    const own = (await readRefundable(tx, order.id)).filter((item) => item.subOrderId === subOrder.id);
    const rest = allocateRest(own);
    const lines = amountOf(rest) > left ? allocateAmount(own, Math.max(left, 0)) : rest;
    const amount = amountOf(lines);
    if (!takesBack(lines)) return;
    const { id: subOrderId } = subOrder;
    const details = { payment: captured, subOrderId, amount, reason, lines };
    await requestRefund(tx, ctx, order, { ...details, cause: 'cancellation' });
  };
});
