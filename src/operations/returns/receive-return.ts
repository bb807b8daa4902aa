import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { allocateAmount, allocatePieces, allocateRest, amountOf } from '#domain/payments/allocate-refund.js';
import { piecesLeft, type RefundLine } from '#domain/payments/refundable.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';

/** Receives the pieces of an approved return: the sellable ones go back on hand, and what was paid for them goes back. */
export function createReturnReceipt(deps: OperationDeps) {
  const returns = createReturnsRepository();
  const payments = createPaymentsRepository();
  const rows = createSubOrdersRepository();
  const subOrders = createSubOrderTransitions(deps);
  const requestRefund = createRefundRequests(deps);
  const creditNotes = createCreditNotes(deps);

  /** What is refunded: of a whole sub-order and of a return to origin all that is left, else the pieces. */
  async function refundOf(
    tx: Tx,
    { order, subOrder }: LockedSubOrder,
    lines: readonly { lineId: string; quantity: number }[],
    whole: boolean,
  ) {
    const payment = (await payments.ofOrder(tx, order.id)).find((item) => !item.surplus && item.capturedAt);
    if (!payment) return undefined;
    const part = (await readRefundable(tx, order.id)).find((item) => item.orderVendorId === subOrder.id);
    if (!part?.paid) return undefined;
    const pieces = lines.flatMap(({ lineId, quantity }) => {
      const line = part.lines.find((item) => item.lineId === lineId);
      const left = line ? Math.min(quantity, piecesLeft(line)) : 0;
      return line && left > 0 ? [{ part, line, quantity: left }] : [];
    });
    const pending = await payments.pendingRefunds(tx, payment.id);
    const left = (payment.capturedAmount ?? 0) - payment.refundedTotal - pending;
    const wanted: RefundLine[] = whole ? allocateRest([part]) : allocatePieces(pieces);
    const refunded = amountOf(wanted) > left ? allocateAmount([part], Math.max(left, 0)) : wanted;
    const amount = amountOf(refunded);
    return amount > 0 ? { payment, lines: refunded, amount } : undefined;
  }

  /**
   * @param unsellable lines whose pieces do not go back on hand
   * @returns false when it is not approved any more
   */
  return async function receive(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    request: ReturnRequest,
    unsellable: readonly string[],
    tell: (refundId: string | null) => Promise<void>,
  ): Promise<boolean> {
    const { order, subOrder } = locked;
    const received = { status: 'received' as const, receivedAt: ctx.now };
    if (!(await returns.move(tx, request.id, ['approved'], received))) return false;
    const lines = await returns.linesOf(tx, request.id);
    const sellable = lines.filter(({ lineId }) => !unsellable.includes(lineId));
    await returns.setSellable(tx, request.id, sellable.map(({ lineId }) => lineId)); // prettier-ignore
    const before = await returns.returnable(tx, subOrder.id);
    await rows.countPieces(tx, 'returned_quantity', lines);
    const restocked = sellable.flatMap(({ lineId, variantId, quantity }) => {
      const line = before.find((item) => item.lineId === lineId);
      const away = line ? line.quantity - line.cancelledQuantity - line.restockedQuantity : 0;
      const pieces = Math.min(quantity, away);
      return pieces > 0 ? [{ lineId, variantId, quantity: pieces }] : [];
    });
    await subOrders.restockSent(tx, ctx, locked, request.id, restocked);
    const covered = before.every(({ lineId, quantity, cancelledQuantity, returnedQuantity }) => {
      const now = lines.find((item) => item.lineId === lineId)?.quantity ?? 0;
      return returnedQuantity + now + cancelledQuantity >= quantity;
    });
    const whole = request.origin === 'carrier' || covered;
    const refund = await refundOf(tx, locked, lines, whole);
    if (refund) {
      const details = { ...refund, id: request.id, orderVendorId: subOrder.id, reason: request.reason };
      await requestRefund(tx, ctx, order, { ...details, cause: 'return' });
      await returns.move(tx, request.id, ['received'], { refundId: request.id });
    } else await creditNotes.ofUnpaidReturn(tx, ctx, request, whole);
    await tell(refund ? request.id : null);
    if (whole) await subOrders.returnBack(tx, ctx, locked, { restock: false });
    return true;
  };
}
