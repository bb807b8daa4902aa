import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import {
  allocateAmount,
  allocatePieces,
  allocateRest,
  amountOf,
  takesBack,
} from '#domain/payments/allocate-refund.js';
import { piecesLeft, type RefundLine } from '#domain/payments/refundable.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';

type Received = Pick<ReturnRequest, 'id' | 'subOrderId' | 'reason' | 'refundTo'>;
type Lines = readonly { lineId: string; quantity: number }[];

/** Requests what was paid for the pieces of received returns; the order is locked before. */
export const createReturnRefunds = builtOnce(
  (deps: Pick<OperationDeps, 'numbers' | 'outbox' | 'settings' | 'mail' | 'minimumRefund'>) => {
    const returns = createReturnsRepository();
    const payments = createPaymentsRepository();
    const requestRefund = createRefundRequests(deps);
    const creditNotes = createCreditNotes(deps);

    /** What is refunded: of a whole sub-order and of a return to origin all that is left, else the pieces. */
    async function refundOf(tx: Tx, orderId: string, subOrderId: string, lines: Lines, whole: boolean) {
      const payment = (await payments.ofOrder(tx, orderId)).find((item) => !item.surplus && item.capturedAt);
      if (!payment) return undefined;
      const subOrder = (await readRefundable(tx, orderId)).find((item) => item.subOrderId === subOrderId);
      if (!subOrder?.paid) return undefined;
      const pieces = lines.flatMap(({ lineId, quantity }) => {
        const line = subOrder.lines.find((item) => item.lineId === lineId);
        const left = line ? Math.min(quantity, piecesLeft(line)) : 0;
        return line && left > 0 ? [{ subOrder, line, quantity: left }] : [];
      });
      const pending = await payments.pendingRefunds(tx, payment.id);
      const left = (payment.capturedAmount ?? 0) - payment.refundedTotal - pending;
      const wanted: RefundLine[] = whole ? allocateRest([subOrder]) : allocatePieces(pieces);
      const refunded = amountOf(wanted) > left ? allocateAmount([subOrder], Math.max(left, 0)) : wanted;
      const amount = amountOf(refunded);
      return takesBack(refunded) ? { payment, lines: refunded, amount } : 'nothing left';
    }

    /** @returns false where nothing was paid, or nothing is left */
    async function refund(
      tx: Tx,
      ctx: Context,
      order: Pick<Order, 'id' | 'orderNumber'>,
      { id, subOrderId, reason, refundTo }: Received,
      lines: Lines,
      whole: boolean,
    ): Promise<boolean> {
      const due = await refundOf(tx, order.id, subOrderId, lines, whole);
      if (due === 'nothing left') {
        // All of it went back before: nothing else will end this return.
        await returns.markRefunded(tx, id);
        return false;
      }
      if (!due) return false;
      const asked = { ...due, id, subOrderId, reason, refundTo, cause: 'return' as const };
      const { belowMinimum } = await requestRefund(tx, ctx, order, asked);
      // A refund that its provider would refuse is due until somebody pays it; the pieces are back all the same.
      if (belowMinimum) await creditNotes.ofRefund(tx, ctx, { id, cause: 'return', reason }, due.lines);
      await returns.move(tx, id, ['received'], { refundId: id });
      if (due.amount === 0) await returns.markRefunded(tx, id);
      return true;
    }

    return {
      refund,

      /**
       * Cash counts as paid with the last open sub-order of an order, and pieces of a delivered one may have come back by
       * then: what the buyer paid for them at the door is refunded now.
       */
      async ofEarlierReturns(tx: Tx, ctx: Context, order: Pick<Order, 'id' | 'orderNumber'>): Promise<void> {
        for (const { whole, ...request } of await returns.receivedUnrefunded(tx, order.id))
          await refund(tx, ctx, order, request, await returns.linesOf(tx, request.id), whole);
      },
    };
  },
);

export type ReturnRefunds = ReturnType<typeof createReturnRefunds>;
