import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { type Payment, type RefundCause, refundsByHand } from '#domain/payments/payment.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { RefundLine } from '#domain/payments/refundable.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createRefundPosting } from '#operations/ledger/post-refund.js';

export interface RefundDetails {
  payment: Pick<Payment, 'id' | 'providerId' | 'currency'>;
  /** The sub-order that it is for, where it is for one. */
  subOrderId?: string;
  /** Subunits; 0 of what the platform paid for alone, whose sale is reversed at once. */
  amount: number;
  reason: string;
  cause: RefundCause;
  /** What it is of, adding up to the amount; empty for money that never belonged to the order. */
  lines: readonly RefundLine[];
  /** Whether its pieces went back on hand. */
  restock?: boolean;
  /** By default a new one. */
  id?: string;
}

/** Why a refund is due that nobody has sent. */
const BELOW_MINIMUM = 'The amount is below what the payment provider sends back: pay it another way';

/** Asks for money to go back: the row and the event that starts its workflow, in the transaction that decided it. */
export const createRefundRequests = builtOnce(
  (deps: Pick<OperationDeps, 'outbox' | 'settings' | 'minimumRefund'>) => {
    const { outbox, minimumRefund } = deps;
    const refunds = createRefundsRepository();
    const postRefund = createRefundPosting(deps);
    const creditNotes = createCreditNotes(deps);
    return async (
      tx: Tx,
      ctx: Context,
      order: Pick<Order, 'id' | 'orderNumber'>,
      { payment, lines, id: refundId = newId(), ...details }: RefundDetails,
    ): Promise<string> => {
      const byHand = refundsByHand(payment.providerId);
      const row = { id: refundId, orderId: order.id, paymentId: payment.id, actor: ctx.actor, byHand };
      if (details.amount === 0) {
        const done = { byHand: false, status: 'processed' as const, processedAt: ctx.now };
        await refunds.insert(tx, { ...row, ...details, ...done });
        await refunds.insertLines(tx, refundId, lines);
        const { reason, cause } = details;
        await postRefund(tx, ctx, { id: refundId, reason }, lines);
        // A cancellation credits all that is left by itself.
        if (cause !== 'cancellation')
          await creditNotes.ofRefund(tx, ctx, { id: refundId, cause, reason }, lines);
        return refundId;
      }
      const belowMinimum = !byHand && details.amount < minimumRefund(payment.providerId, payment.currency);
      const due = { status: 'failed' as const, belowMinimum, failureReason: BELOW_MINIMUM };
      await refunds.insert(tx, { ...row, ...details, ...(belowMinimum ? due : {}) });
      await refunds.insertLines(tx, refundId, lines);
      // It waits for an operator: there is no provider to call, or none that would take it.
      if (byHand || belowMinimum) return refundId;
      outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, {
        refundId,
        orderId: order.id,
        orderNumber: order.orderNumber,
      });
      return refundId;
    };
  },
);

export type RefundRequests = ReturnType<typeof createRefundRequests>;
