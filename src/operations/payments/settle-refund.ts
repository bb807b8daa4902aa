import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createOrderMails } from '#operations/orders/order-mails.js';
import { payloadOf, viewOf } from '#operations/orders/order-transitions.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { Payment, Refund } from '#domain/payments/payment.js';
import { bankTransferEntries } from '#domain/reconciliation/booking.js';
import { postProvider } from '#operations/reconciliation/provider-postings.js';
import { permissionHolders } from '#db/access/permission-holders.query.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createRefundPosting } from '#operations/ledger/post-refund.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';

export interface RefundEnd {
  status: 'processed' | 'failed';
  providerRefundId: string | null;
  /** Why it failed. */
  reason?: string;
  /** How it was paid by hand. */
  reference?: string;
  /** Of one that is paid by hand: the states in which it waits for that. */
  from?: readonly Refund['status'][];
  /** Which one has failed, as its event says; any where undefined. */
  request?: string;
}

/** The one path on which refunds end: the provider's response and its webhooks both come here, and the first one counts. */
export const createRefundSettlement = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const mails = createOrderMails(deps);
  const returns = createReturnsRepository();
  const postRefund = createRefundPosting(deps);
  const creditNotes = createCreditNotes(deps);
  const storeCredit = createStoreCreditMoves(deps);

  /**
   * The provider sent a refund that was paid another way meanwhile. The books stay: it is one refund of the sale, and what was
   * sent twice is between the operator and the buyer.
   */
  async function recordOverpaid(
    tx: Tx,
    ctx: Context,
    refund: Refund,
    order: Order,
    end: RefundEnd,
  ): Promise<void> {
    if (!(await refunds.markOverpaid(tx, refund.id, end.providerRefundId, ctx.now))) return;
    const note = refund.reference;
    await orders.appendToTimeline(tx, [
      { orderId: order.id, event: 'refund.overpaid', note, actor: ctx.actor },
    ]);
    const holders = await permissionHolders(tx, 'refund:create');
    await deps.mail.enqueueAll(
      tx,
      ctx,
      holders.map(({ id, email, name }) => ({
        template: 'refund.overpaid',
        role: 'admin' as const,
        to: email,
        variables: {
          customerName: name,
          orderId: order.id,
          orderNumber: order.orderNumber,
          refundId: refund.id,
          currency: order.currency,
          amount: refund.amount,
          reference: refund.reference ?? '',
        },
        dedupeKey: `refund.overpaid:${refund.id}:${id}`,
      })),
    );
  }

  /** It was paid from the bank: the provider still holds what it let fail. */
  async function postBankTransfer(tx: Tx, ctx: Context, refund: Refund, payment: Payment): Promise<void> {
    const { id: sourceId, orderId, reason } = refund;
    const { id: paymentId, providerId } = payment;
    const entries = bankTransferEntries(providerId, refund.amount - refund.storeCredit);
    await postProvider(tx, ctx, 'provider_booked', entries, {
      sourceId,
      providerId,
      orderId,
      paymentId,
      reason,
    });
  }

  /** @returns false when it had ended before, null for a refund that does not exist */
  return async function settleRefund(
    tx: Tx,
    ctx: Context,
    refundId: string,
    end: RefundEnd,
  ): Promise<boolean | null> {
    const refund = await refunds.find(tx, refundId);
    const order = refund && (await orders.lock(tx, refund.orderId));
    const payment = refund && (await payments.find(tx, refund.paymentId));
    if (!refund || !order || !payment) return null;
    if (!(await refunds.end(tx, refundId, end))) {
      if (end.status === 'processed' && end.reference === undefined)
        await recordOverpaid(tx, ctx, refund, order, end);
      return false;
    }
    const event = `refund.${end.status}`;
    const note = end.reason ?? refund.reason;
    await orders.appendToTimeline(tx, [{ orderId: order.id, event, note, actor: ctx.actor }]);
    if (end.status === 'failed') return true;

    if (refund.cause === 'return') await returns.markRefunded(tx, refundId);
    await payments.addRefunded(tx, payment.id, refund.amount);
    // A charge too many never belonged to the order, so its way back leaves the order's figures alone.
    if (!payment.surplus) {
      await orders.addRefunded(tx, order.id, refund.amount);
      const lines = await refunds.linesOf(tx, refundId);
      await postRefund(tx, ctx, refund, lines);
      if (end.reference !== undefined && !refund.byHand) await postBankTransfer(tx, ctx, refund, payment);
      await creditNotes.ofRefund(tx, ctx, refund, lines);
      await storeCredit.refund(tx, ctx, order, refund, payment.providerId);
    }
    deps.outbox.append(tx, ctx, ordersEvents.refunded, order.id, {
      ...payloadOf(order),
      refundId,
      amount: refund.amount,
    });
    await mails.refunded(tx, ctx, await viewOf(tx, order.id), {
      ...refund,
      reference: end.reference ?? null,
    });
    return true;
  };
});

export type RefundSettlement = ReturnType<typeof createRefundSettlement>;
