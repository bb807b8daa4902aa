import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Context } from '#domain/_shared/context.js';
import {
  allocateAmountOfPieces,
  allocateParcel,
  allocatePieces,
  amountOf,
  type RefundPieces,
  takesBack,
} from '#domain/payments/allocate-refund.js';
import type { Payment } from '#domain/payments/payment.js';
import { piecesLeft, type RefundLine } from '#domain/payments/refundable.js';
import { worthOfPieces } from '#domain/shipping/parcel.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';
import type { LockedSubOrder } from './locked-sub-order.js';

/** What went back for cancelled pieces. */
export interface PiecesRefund {
  /** Subunits. */
  amount: number;
  /** `sent` by the payment provider, `by_hand` where cash was taken, `not_taken` where it was not collected yet. */
  way: 'sent' | 'by_hand' | 'not_taken';
}

export interface CancelledPieces {
  /** Of the refund. */
  id: string;
  reason: string;
  pieces: readonly { lineId: string; quantity: number }[];
}

/**
 * Refunds pieces of a sub-order that are cancelled while others of it were sent, and credits them on its invoice. Cash that
 * was not taken yet is not sent back: the refund is kept as processed, and booked when the rest of the cash is taken.
 */
export const createPiecesRefund = builtOnce((deps: OperationDeps) => {
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const subOrders = createSubOrdersRepository();
  const requestRefund = createRefundRequests(deps);
  const creditNotes = createCreditNotes(deps);
  const storeCredit = createStoreCreditMoves(deps);

  async function chosenPieces(
    tx: Tx,
    { order, subOrder }: LockedSubOrder,
    pieces: CancelledPieces['pieces'],
  ): Promise<RefundPieces[]> {
    const own = (await readRefundable(tx, order.id)).find((item) => item.subOrderId === subOrder.id);
    return pieces.flatMap(({ lineId, quantity }) => {
      const line = own?.lines.find((item) => item.lineId === lineId);
      const left = line ? Math.min(quantity, piecesLeft(line)) : 0;
      return own && line && left > 0 ? [{ subOrder: own, line, quantity: left }] : [];
    });
  }

  /** At most what is left of the payment: amounts may have gone back before. */
  async function linesWithin(
    tx: Tx,
    payment: Payment,
    chosen: readonly RefundPieces[],
  ): Promise<RefundLine[]> {
    const pending = await payments.pendingRefunds(tx, payment.id);
    const left = (payment.capturedAmount ?? 0) - payment.refundedTotal - pending;
    const all = allocatePieces(chosen);
    return amountOf(all) > left ? allocateAmountOfPieces(chosen, Math.max(left, 0)) : all;
  }

  /** Of cash the parcels and what is cancelled together are the line: cancelled pieces count from the first one. */
  function uncollected(chosen: readonly RefundPieces[]): RefundLine[] {
    return chosen.flatMap(({ subOrder, line, quantity }) => {
      const worth = worthOfPieces(line, line.quantity - line.cancelledPieces, quantity);
      return allocateParcel(subOrder, [{ line, quantity, worth }], false);
    });
  }

  async function recordUntaken(
    tx: Tx,
    ctx: Context,
    { order, subOrder }: LockedSubOrder,
    payment: Payment,
    { id, reason }: CancelledPieces,
    lines: readonly RefundLine[],
  ): Promise<void> {
    const amount = amountOf(lines);
    await refunds.insert(tx, {
      id,
      paymentId: payment.id,
      orderId: order.id,
      subOrderId: subOrder.id,
      amount,
      reason,
      cause: 'refund',
      restock: true,
      actor: ctx.actor,
      status: 'processed',
      processedAt: ctx.now,
    });
    await refunds.insertLines(tx, id, lines);
    await subOrders.addCancelledTotal(tx, subOrder.id, amount);
    // Less cash is taken; credit goes back only where more of it was used than the rest costs.
    const rest = Math.max(subOrder.total - subOrder.cancelledTotal - amount, 0);
    await storeCredit.releaseShare(tx, ctx, order, subOrder, rest);
  }

  return async function refundPieces(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    cancelled: CancelledPieces,
  ): Promise<PiecesRefund | null> {
    const { order, subOrder } = locked;
    const { id, reason, pieces } = cancelled;
    const chosen = await chosenPieces(tx, locked, pieces);
    const all = await payments.ofOrder(tx, order.id);
    const captured = all.find((item) => item.status === 'captured');
    const cash = all.find((item) => item.status === 'accepted');
    const lines = captured ? await linesWithin(tx, captured, chosen) : uncollected(chosen);
    if (!takesBack(lines)) return null;
    if (captured) {
      const details = { payment: captured, subOrderId: subOrder.id, amount: amountOf(lines), reason, lines };
      await requestRefund(tx, ctx, order, { ...details, id, cause: 'refund', restock: true });
    } else if (cash) await recordUntaken(tx, ctx, locked, cash, cancelled, lines);
    // At once, as for a sub-order that is cancelled as a whole; its refund finds the note and issues no other.
    await creditNotes.ofRefund(tx, ctx, { id, cause: 'cancellation', reason }, lines);
    const way = !captured ? 'not_taken' : order.paymentMethod === 'cod' ? 'by_hand' : 'sent';
    return { amount: amountOf(lines), way };
  };
});
