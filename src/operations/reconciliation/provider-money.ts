import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { Payment } from '#domain/payments/payment.js';
import type { ItemKind, Movement, ReportedMovement } from '#domain/reconciliation/movement.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createPaymentSettlement } from '#operations/payments/settle-payment.js';
import { createRefundSettlement } from '#operations/payments/settle-refund.js';
import { bookMovement, releaseVendors } from './book-movement.js';
import { createDisputeSteps } from './dispute-steps.js';
import { createOutsideRefunds } from './outside-refunds.js';

/** What became of a report; kept with the webhook that brought it. */
export type ProviderMoneyOutcome =
  | 'recorded'
  | 'processed'
  | 'failed'
  | 'reversed'
  | 'taken'
  | 'to_allocate'
  | 'waits_for_payment'
  | 'unmatched'
  | 'nothing_new'
  | 'confirmed'
  | 'reinstated'
  | 'refund_due'
  | 'refunded_before'
  | 'declined';

/**
 * What a provider says of its balance, matched with what we say: webhooks, the daily fetch and the lines of settlements all come
 * here, in any order and as often as they like. The order is locked first.
 */
export const createProviderMoney = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const movements = createMovementsRepository();
  const items = createItemsRepository();
  const settlement = createPaymentSettlement(deps);
  const settleRefund = createRefundSettlement(deps);
  const outside = createOutsideRefunds(deps);
  const disputes = createDisputeSteps(deps);

  async function openItem(
    tx: Tx,
    ctx: Context,
    kind: ItemKind,
    { id: sourceId, providerId, providerRef, orderId, amount, currency }: Movement,
    reason: string,
  ): Promise<void> {
    const item = {
      kind,
      providerId,
      sourceId,
      providerRef,
      orderId,
      amount: Math.abs(amount),
      currency,
      reason,
    };
    await items.open(tx, item, ctx.now);
  }

  const matched = (ctx: Context, decision = 'matched') => ({ decision, by: ctx.actor, at: ctx.now });

  /** Refunds and disputes that came before their payment find it now. */
  async function followCapture(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    providerPaymentId: string,
  ): Promise<void> {
    const { providerId } = payment;
    const early = await outside.before(tx, providerId, providerPaymentId);
    if (early.length > 0) await outside.allocateEarly(tx, ctx, order, payment, early);
    await disputes.attach(tx, ctx, {
      providerId,
      providerPaymentId,
      paymentId: payment.id,
      orderId: order.id,
    });
  }

  /** A capture whose payment nobody here began: a payment link made by hand, or a charge of another system. */
  async function takeUnknownPayment(
    tx: Tx,
    ctx: Context,
    report: ReportedMovement,
  ): Promise<ProviderMoneyOutcome> {
    const movement = await movements.record(tx, report, { paymentId: null, orderId: null });
    if (movement.state !== 'done') return 'recorded';
    await bookMovement(tx, ctx, movement.id);
    if (movement.decision !== null) return 'nothing_new';
    if (await closeWhereBack(tx, ctx, movement)) return 'recorded';
    await openItem(tx, ctx, 'payment_unmatched', movement, 'No payment of an order is known for this charge');
    return 'unmatched';
  }

  /** Money of an unknown payment that went back as a whole explains itself. */
  async function closeWhereBack(tx: Tx, ctx: Context, payment: Movement): Promise<boolean> {
    const back = await movements.unmatchedRefunds(tx, payment.providerId, payment.providerRef);
    const done = back.filter(({ state }) => state === 'done');
    const gone = -done.reduce((sum, { amount }) => sum + amount, 0);
    if (done.length === 0 || gone !== payment.amount) return false;
    for (const { id } of [payment, ...done]) await items.close(tx, id, matched(ctx, 'refunded'));
    return true;
  }

  /** A payment as its provider has it. */
  async function takePayment(tx: Tx, ctx: Context, report: ReportedMovement): Promise<ProviderMoneyOutcome> {
    const { providerId, providerRef, providerOrderId } = report;
    const found = await payments.findReported(tx, {
      providerId,
      paymentId: report.paymentId,
      providerOrderId: providerOrderId ?? undefined,
      providerPaymentId: providerRef,
    });
    if (report.state !== 'done' || !found) {
      if (found && report.state === 'failed') {
        await movements.record(tx, report, { paymentId: null, orderId: found.orderId });
        return 'recorded';
      }
      return takeUnknownPayment(tx, ctx, report);
    }
    const order = await orders.lock(tx, found.orderId);
    const { amount, currency, occurredAt: at } = report;
    const money = { providerPaymentId: providerRef, amount, currency, at };
    const outcome = (await settlement.captured(tx, ctx, found.id, money)) ?? 'nothing_new';
    const payment = await payments.ofProvider(tx, providerId, providerRef);
    if (!payment || !order) return takeUnknownPayment(tx, ctx, report);
    const links = { paymentId: payment.id, orderId: order.id };
    const movement = await movements.record(tx, report, links);
    await bookMovement(tx, ctx, movement.id);
    await items.close(tx, movement.id, { ...matched(ctx), kinds: ['payment_unmatched'] });
    const current = await orders.lock(tx, order.id);
    await followCapture(tx, ctx, current ?? order, payment, providerRef);
    return outcome;
  }

  /** A refund that has a row here: the provider's word ends it. */
  async function takeKnownRefund(
    tx: Tx,
    ctx: Context,
    refundId: string,
    movement: Movement,
    reason: string | undefined,
  ): Promise<ProviderMoneyOutcome> {
    await movements.setRefund(tx, movement.id, refundId);
    const refund = await refunds.find(tx, refundId);
    let outcome: ProviderMoneyOutcome = 'nothing_new';
    const end = { providerRefundId: movement.providerRef, reason };
    if (movement.state === 'done') {
      if (await settleRefund(tx, ctx, refundId, { status: 'processed', ...end })) outcome = 'processed';
    } else if (movement.state === 'failed') {
      if (await settleRefund(tx, ctx, refundId, { status: 'failed', ...end })) outcome = 'failed';
      else if (refund?.status === 'processed' && !refund.paidOtherwise && movement.booked === 0) {
        await openItem(
          tx,
          ctx,
          'refund_reversed',
          movement,
          'The provider took the refund back after it was processed: the buyer does not have the money',
        );
        outcome = 'reversed';
      }
    }
    await releaseVendors(tx, ctx, movement.id);
    await bookMovement(tx, ctx, movement.id);
    const kinds = ['refund_unmatched', 'refund_to_allocate'] as const;
    await items.close(tx, movement.id, { ...matched(ctx), kinds });
    return outcome;
  }

  /** A refund as its provider has it, made here or there. @param reason why it failed */
  async function takeRefund(
    tx: Tx,
    ctx: Context,
    report: ReportedMovement,
    reason?: string,
  ): Promise<ProviderMoneyOutcome> {
    const { providerId, providerPaymentId, providerOrderId, providerRef } = report;
    const mentioned = { refundId: report.refundId, providerRefundId: providerRef };
    const before = await refunds.findReported(tx, mentioned);
    const found = before
      ? await payments.find(tx, before.paymentId)
      : await payments.findReported(tx, {
          providerId,
          paymentId: report.paymentId,
          providerOrderId: providerOrderId ?? undefined,
          providerPaymentId: providerPaymentId ?? undefined,
        });
    const order = found && (await orders.lock(tx, found.orderId));
    // Of several charges on one order the one that the provider names; an attempt that was not captured yet has no name.
    const payment =
      before || !found || !providerPaymentId
        ? found
        : ((await payments.ofProvider(tx, providerId, providerPaymentId)) ??
          (found.providerPaymentId === null ? found : undefined));
    const links = { paymentId: payment?.id ?? null, orderId: (payment && order?.id) ?? null };
    const movement = await movements.record(tx, report, links);
    const known = movement.refundId ?? (await refunds.findReported(tx, mentioned))?.id;
    if (known) return takeKnownRefund(tx, ctx, known, movement, reason);
    if (movement.state === 'failed') {
      await releaseVendors(tx, ctx, movement.id);
      await bookMovement(tx, ctx, movement.id);
      await items.close(tx, movement.id, matched(ctx, 'failed'));
      return 'failed';
    }
    if (movement.state === 'pending') return 'recorded';
    if (movement.decision !== null) {
      await bookMovement(tx, ctx, movement.id);
      return 'nothing_new';
    }
    if (order && payment && payment.capturedAt !== null)
      return outside.allocate(tx, ctx, order, payment, movement);
    await bookMovement(tx, ctx, movement.id);
    const of = movement.providerPaymentId
      ? await movements.ofProviderRef(tx, providerId, 'payment', movement.providerPaymentId)
      : undefined;
    if (of?.state === 'done' && (await closeWhereBack(tx, ctx, of))) return 'recorded';
    const why = payment
      ? 'Its payment has not been reported yet'
      : 'No payment of an order is known for this refund';
    await openItem(tx, ctx, 'refund_unmatched', movement, why);
    return payment ? 'waits_for_payment' : 'unmatched';
  }

  return {
    takePayment,
    takeRefund,

    /** What the provider added to its balance or took from it by itself. */
    async takeOther(tx: Tx, ctx: Context, report: ReportedMovement): Promise<ProviderMoneyOutcome> {
      const payment = report.providerPaymentId
        ? await payments.ofProvider(tx, report.providerId, report.providerPaymentId)
        : undefined;
      const links = { paymentId: payment?.id ?? null, orderId: payment?.orderId ?? null };
      const movement = await movements.record(tx, report, links);
      if (movement.kind === 'adjustment' && movement.amount > 0) await movements.linkReturn(tx, movement);
      await bookMovement(tx, ctx, movement.id);
      return 'recorded';
    },

    /** Tries again what had no explanation: its payment may be known by now, or a refund that was sent from here may have failed. */
    async rematch(tx: Tx, ctx: Context, movementId: string): Promise<ProviderMoneyOutcome> {
      const movement = await movements.find(tx, movementId);
      if (!movement || movement.decision !== null) return 'nothing_new';
      const { providerId, kind, providerRef, providerPaymentId, providerOrderId, state } = movement;
      const { amount, currency, occurredAt } = movement;
      const report: ReportedMovement = {
        providerId,
        kind,
        providerRef,
        providerPaymentId,
        providerOrderId,
        state,
        stateAt: occurredAt,
        amount,
        currency,
        occurredAt,
      };
      if (kind === 'payment') return takePayment(tx, ctx, report);
      return kind === 'refund' ? takeRefund(tx, ctx, report) : 'nothing_new';
    },
  };
});

export type ProviderMoney = ReturnType<typeof createProviderMoney>;
