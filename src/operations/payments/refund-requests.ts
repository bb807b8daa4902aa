import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import {
  type Payment,
  type RefundCause,
  refundsByHand,
  type RefundTarget,
} from '#domain/payments/payment.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import type { RefundedPieces } from '#domain/payments/moved-pieces.js';
import type { RefundLine } from '#domain/payments/refundable.js';
import { creditShareOf } from '#domain/store-credit/refund-share.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createMoneyActs, type HeldAct } from '#operations/access/money-acts.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createRefundPosting } from '#operations/ledger/post-refund.js';

export interface RefundDetails {
  payment: Pick<Payment, 'id' | 'providerId' | 'currency'> &
    Partial<Pick<Payment, 'capturedAmount' | 'storeCredit'>>;
  /** `store_credit` where the buyer wants all of it there. */
  refundTo?: RefundTarget;
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
  /** What it does with pieces once it is decided. */
  pieces?: readonly RefundedPieces[];
  /** By default a new one. */
  id?: string;
}

export interface RequestedRefund {
  id: string;
  /** What of it becomes store credit, in subunits. */
  storeCredit: number;
  /** Whether its provider would refuse so little: somebody pays it another way. */
  belowMinimum: boolean;
  /** Whether a second person decides about it first. */
  held: boolean;
}

/** Why a refund is due that nobody has sent. */
const BELOW_MINIMUM = 'The amount is below what the payment provider sends back: pay it another way';

/** Asks for money to go back: the row and the event that starts its workflow, in the transaction that decided it. */
export const createRefundRequests = builtOnce(
  (deps: Pick<OperationDeps, 'numbers' | 'outbox' | 'settings' | 'mail' | 'minimumRefund'>) => {
    const { outbox, minimumRefund } = deps;
    const refunds = createRefundsRepository();
    const payments = createPaymentsRepository();
    const postRefund = createRefundPosting(deps);
    const creditNotes = createCreditNotes(deps);
    const acts = createMoneyActs(deps);

    /** What of a refund becomes store credit: all where the buyer wants it, else the share that was paid with it. */
    async function creditOf(tx: Tx, { payment, amount, cause, refundTo }: RefundDetails): Promise<number> {
      // What never belonged to the order goes back the way it came.
      if (cause === 'surplus') return 0;
      if (refundTo === 'store_credit') return amount;
      const { storeCredit = 0, capturedAmount } = payment;
      if (storeCredit === 0) return 0;
      const before = await payments.refundSums(tx, payment.id);
      return creditShareOf({ captured: capturedAmount ?? 0, storeCredit, ...before }, amount);
    }

    /**
     * Whether a second person decides: about what an operator gives back above the limits, and about what cancellations and
     * returns give back above that of their vendor. Money that never belonged to an order goes back without anybody.
     */
    async function mustWait(tx: Tx, ctx: Context, held: HeldAct, cause: RefundCause): Promise<boolean> {
      if (ctx.act === 'money') return (await acts.decide(tx, ctx, { kind: 'refund_created', held })) !== null;
      return cause !== 'surplus' && (await acts.decideGivenBack(tx, ctx, held)) !== null;
    }

    return async (
      tx: Tx,
      ctx: Context,
      order: Pick<Order, 'id' | 'orderNumber'>,
      refund: RefundDetails,
    ): Promise<RequestedRefund> => {
      const { payment, lines, pieces = [], id: refundId = newId(), refundTo: _refundTo, ...details } = refund;
      const storeCredit = await creditOf(tx, refund);
      const sent = details.amount - storeCredit;
      // Without money to send nobody has to send it.
      const byHand = sent > 0 && refundsByHand(payment.providerId);
      const row = {
        id: refundId,
        orderId: order.id,
        paymentId: payment.id,
        actor: ctx.actor,
        byHand,
        storeCredit,
      };
      const held = {
        kind: 'refund',
        entityId: refundId,
        amount: details.amount,
        currency: payment.currency,
        orderId: order.id,
        ...(pieces.length > 0 && { input: { pieces } }),
      } as const;
      if (details.amount === 0) {
        if (ctx.act === 'money') await acts.decide(tx, ctx, { kind: 'refund_created', held });
        const done = { byHand: false, status: 'processed' as const, processedAt: ctx.now };
        await refunds.insert(tx, { ...row, ...details, ...done });
        await refunds.insertLines(tx, refundId, lines);
        const { reason, cause } = details;
        await postRefund(tx, ctx, { id: refundId, reason }, lines);
        // A cancellation credits all that is left by itself.
        if (cause !== 'cancellation')
          await creditNotes.ofRefund(tx, ctx, { id: refundId, cause, reason }, lines);
        return { id: refundId, storeCredit, belowMinimum: false, held: false };
      }
      const belowMinimum = !byHand && sent > 0 && sent < minimumRefund(payment.providerId, payment.currency);
      const due = { status: 'failed' as const, belowMinimum, failureReason: BELOW_MINIMUM };
      await refunds.insert(tx, { ...row, ...details, ...(belowMinimum ? due : {}) });
      await refunds.insertLines(tx, refundId, lines);
      const requested = { id: refundId, storeCredit, belowMinimum, held: false };
      if (await mustWait(tx, ctx, held, details.cause)) {
        await refunds.holdForApproval(tx, refundId);
        return { ...requested, held: true };
      }
      // It waits for an operator: there is no provider to call, or none that would take it.
      if (byHand || belowMinimum) return requested;
      outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, {
        refundId,
        orderId: order.id,
        orderNumber: order.orderNumber,
        request: '0',
      });
      return requested;
    };
  },
);

export type RefundRequests = ReturnType<typeof createRefundRequests>;
