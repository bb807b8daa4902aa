import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCouponUses } from '#operations/discounts/coupon-uses.js';
import { createOrderMails } from '#operations/orders/order-mails.js';
import { createOrderTransitions, payloadOf, viewOf } from '#operations/orders/order-transitions.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { type CaptureDecision, decideCapture } from '#domain/payments/decide-capture.js';
import type { CapturedMoney, Payment } from '#domain/payments/payment.js';
import { newId } from '#lib/ids.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import type { Movement } from '#domain/reconciliation/movement.js';
import { createDisputeSteps } from '#operations/reconciliation/dispute-steps.js';
import { createOutsideRefunds } from '#operations/reconciliation/outside-refunds.js';
import { createRefundRequests } from './refund-requests.js';

/** What became of a report about a payment; kept with the webhook that brought it. */
export type SettleOutcome =
  | 'confirmed'
  | 'reinstated'
  | 'refund_due'
  | 'refunded_before'
  | 'declined'
  | 'nothing_new';

/** Kept with an order whose money had gone back before it was reported. */
const REFUNDED_AT_PROVIDER = 'refunded_at_provider';

/**
 * The one path on which payments end, from any source and however often: webhooks, a provider asked by the
 * order's workflow, cash on delivery. The order is locked first, so reports about it are taken one after the other.
 */
export const createPaymentSettlement = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const transitions = createOrderTransitions(deps);
  const requestRefund = createRefundRequests(deps);
  const couponUses = createCouponUses();
  const storeCredit = createStoreCreditMoves(deps);
  const mails = createOrderMails(deps);
  const outside = createOutsideRefunds(deps);
  const disputes = createDisputeSteps(deps);

  /** The payment with its order locked, as they are then. */
  async function lockBoth(
    tx: Tx,
    paymentId: string,
  ): Promise<{ order: Order; payment: Payment } | undefined> {
    const found = await payments.find(tx, paymentId);
    const order = found && (await orders.lock(tx, found.orderId));
    const payment = order && (await payments.find(tx, paymentId));
    return order && payment ? { order, payment } : undefined;
  }

  /** Marks the whole of it as due back and has it sent. */
  async function refundAll(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    money: CapturedMoney,
    reason: string,
    early: readonly Movement[],
  ): Promise<SettleOutcome> {
    // Of an order that nobody serves the first money is its own, though it goes back; any other was never its.
    const surplus = order.status !== 'cancelled' || (await payments.hasOwnMoney(tx, order.id));
    if (!(await payments.markRefundDue(tx, payment.id, money, { surplus }))) return 'nothing_new';
    await sendBack(tx, ctx, order, { payment, amount: money.amount, reason, early });
    return 'refund_due';
  }

  /** Has money sent back that belongs to no order, less what went back at the provider before it was reported. */
  async function sendBack(
    tx: Tx,
    ctx: Context,
    order: Order,
    of: {
      payment: Pick<Payment, 'id' | 'providerId' | 'currency'>;
      amount: number;
      reason: string;
      early: readonly Movement[];
    },
  ): Promise<void> {
    const { payment, reason, early } = of;
    await recordRefundDue(tx, ctx, order, reason);
    const amount = of.amount - (await outside.takeEarly(tx, ctx, order, payment, early));
    if (amount > 0)
      await requestRefund(tx, ctx, order, { payment, amount, reason, cause: 'surplus', lines: [] });
  }

  /** All of it went back before it was reported: the order is not to be served. */
  async function cancelRefunded(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    money: CapturedMoney,
    early: readonly Movement[],
  ): Promise<SettleOutcome> {
    const explanation = 'The payment was refunded at the payment provider';
    if (order.status === 'pending_payment')
      await transitions.cancel(tx, ctx, order, {
        from: ['pending_payment'],
        reason: REFUNDED_AT_PROVIDER,
        explanation,
      });
    const surplus = await payments.hasOwnMoney(tx, order.id);
    if (!(await payments.markRefundDue(tx, payment.id, money, { surplus }))) return 'nothing_new';
    await outside.recordRefundedBefore(tx, ctx, order.id);
    await outside.takeEarly(tx, ctx, order, payment, early);
    return 'refunded_before';
  }

  /** Parts of a payment that went back before it was reported. */
  async function takeParts(
    tx: Tx,
    ctx: Context,
    paymentId: string,
    early: readonly Movement[],
  ): Promise<void> {
    if (early.length === 0) return;
    const both = await lockBoth(tx, paymentId);
    if (both) await outside.allocateEarly(tx, ctx, both.order, both.payment, early);
  }

  /** A second charge on one payment gets its own row, for the first one keeps its money. */
  async function refundExtra(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    money: CapturedMoney,
    reason: string,
    early: readonly Movement[],
  ): Promise<SettleOutcome> {
    const id = newId();
    if (!(await payments.insertExtra(tx, id, payment, money))) return 'nothing_new';
    const { providerId, currency } = payment;
    const extra = { id, providerId, currency };
    await sendBack(tx, ctx, order, { payment: extra, amount: money.amount, reason, early });
    return 'refund_due';
  }

  async function recordRefundDue(tx: Tx, ctx: Context, order: Order, reason: string): Promise<void> {
    await orders.appendToTimeline(tx, [
      { orderId: order.id, event: 'payment.refund_due', note: reason, actor: ctx.actor },
    ]);
  }

  /** The order's time was over and its stock given back: serves it after all if everything is still there. */
  async function reinstate(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    money: CapturedMoney,
    early: readonly Movement[],
  ): Promise<SettleOutcome> {
    const lines = await orders.reservable(tx, order.id);
    const offered = await orders.stillOffered(tx, order.id, ctx.now);
    // The payment names this second reservation: the first one, under the order's own id, was released.
    const held = offered && (await transitions.holdStock(tx, ctx, lines, payment.id));
    const credited = held && held.reserved && (await storeCredit.spendAgain(tx, ctx, order));
    const complete = credited && (await couponUses.holdAgain(tx, ctx, order));
    if (!complete) {
      if (credited) await storeCredit.release(tx, ctx, order);
      if (held && held.reserved) await transitions.releaseStock(tx, ctx, payment.id);
      const reason = 'The payment came after the time to pay was over, and not everything is still available';
      return refundAll(tx, ctx, order, payment, money, reason, early);
    }
    if (!(await payments.markCaptured(tx, payment, money))) return 'nothing_new';
    await transitions.confirm(tx, ctx, order, {
      paid: { at: money.at, payment },
      reinstatedWith: payment.id,
    });
    return 'reinstated';
  }

  /** Does with money that arrived what was decided. @param refunds whether some of it went back before it was reported */
  async function take(
    tx: Tx,
    ctx: Context,
    { order, payment }: { order: Order; payment: Payment },
    money: CapturedMoney,
    decision: Exclude<CaptureDecision, { kind: 'nothing' }>,
    refunds: boolean,
  ): Promise<SettleOutcome> {
    const { providerPaymentId } = money;
    const early =
      refunds && providerPaymentId !== null
        ? await outside.before(tx, payment.providerId, providerPaymentId)
        : [];
    const gone = -early.reduce((sum, { amount }) => sum + amount, 0);
    const served = decision.kind === 'confirm' || decision.kind === 'reinstate';
    if (served && gone > 0 && gone >= money.amount)
      return cancelRefunded(tx, ctx, order, payment, money, early);
    switch (decision.kind) {
      case 'refund':
        return refundAll(tx, ctx, order, payment, money, decision.reason, early);
      case 'refund_extra':
        return refundExtra(tx, ctx, order, payment, money, decision.reason, early);
      case 'reinstate': {
        const outcome = await reinstate(tx, ctx, order, payment, money, early);
        if (outcome === 'reinstated') await takeParts(tx, ctx, payment.id, early);
        return outcome;
      }
      case 'confirm':
        await payments.markCaptured(tx, payment, money);
        await transitions.confirm(tx, ctx, order, { paid: { at: money.at, payment } });
        await takeParts(tx, ctx, payment.id, early);
        return 'confirmed';
    }
  }

  return {
    /** Money that arrived. @returns null for a payment that does not exist */
    async captured(
      tx: Tx,
      ctx: Context,
      paymentId: string,
      money: CapturedMoney,
    ): Promise<SettleOutcome | null> {
      const both = await lockBoth(tx, paymentId);
      if (!both) return null;
      const { order, payment } = both;
      const decision = decideCapture(order, payment, money);
      if (decision.kind === 'nothing') return 'nothing_new';
      const { providerId } = payment;
      const { providerPaymentId } = money;
      const waiting = await outside.waiting(tx, providerId, providerPaymentId);
      const outcome = await take(tx, ctx, both, money, decision, waiting.refunds);
      if (waiting.disputes && providerPaymentId !== null) {
        const { id } = (await payments.ofProvider(tx, providerId, providerPaymentId)) ?? payment;
        await disputes.attach(tx, ctx, { providerId, providerPaymentId, paymentId: id, orderId: order.id });
      }
      return outcome;
    },

    /** Cash that will come at the door: nothing more is waited for. */
    async accepted(tx: Tx, ctx: Context, paymentId: string): Promise<SettleOutcome | null> {
      const both = await lockBoth(tx, paymentId);
      if (!both) return null;
      if (both.order.status !== 'pending_payment') return 'nothing_new';
      if (!(await payments.markAccepted(tx, paymentId))) return 'nothing_new';
      await transitions.confirm(tx, ctx, both.order, { paid: null });
      return 'confirmed';
    },

    /** A declined attempt. The order goes on waiting, and may be paid until its time is over. */
    async declined(tx: Tx, ctx: Context, paymentId: string, reason: string): Promise<SettleOutcome | null> {
      const both = await lockBoth(tx, paymentId);
      if (!both) return null;
      const { order, payment } = both;
      if (!(await payments.markFailed(tx, payment.id, reason))) return 'nothing_new';
      if (order.status !== 'pending_payment') return 'nothing_new';
      await orders.setPayment(tx, order.id, { paymentStatus: 'failed' });
      await orders.appendToTimeline(tx, [
        { orderId: order.id, event: 'payment.declined', note: reason, actor: ctx.actor },
      ]);
      deps.outbox.append(tx, ctx, ordersEvents.paymentFailed, order.id, { ...payloadOf(order), reason });
      const failure = { paymentId: payment.id, reason, payUntil: order.expiresAt };
      await mails.paymentFailed(tx, ctx, await viewOf(tx, order.id), failure);
      return 'declined';
    },
  };
});

export type PaymentSettlement = ReturnType<typeof createPaymentSettlement>;
