import {
  release,
  reserve,
  type AvailabilityChange,
  type ReserveOutcome,
} from '#db/inventory/reservations.repository.js';
import { createCouponUses } from '#operations/discounts/coupon-uses.js';
import type { Payment } from '#domain/payments/payment.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createSalePosting } from '#operations/ledger/post-sales.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import type { Order, OrderLine, OrderStatus, PaymentStatus, TimelineEntry } from '#domain/orders/order.js';
import { allocateRest, allocateUpTo, amountOf, takesBack } from '#domain/payments/allocate-refund.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { refundsByHand, type RefundTarget } from '#domain/payments/payment.js';
import { reminderDue } from '#domain/orders/fulfil-reminder.js';
import { type OrderPayload, type OrderPlaced, ordersEvents } from '#domain/orders/orders.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createOrderMails } from './order-mails.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { type OrderView, readOrder } from '#db/orders/order.query.js';

type SoldLine = Pick<OrderLine, 'variantId' | 'productId' | 'vendorId' | 'quantity'>;

/**
 * The steps of an order's life with everything that belongs to them in one transaction: the conditional update, the
 * stock, the payments, the timeline, the events and the mails. Requests, workflows and webhooks all come through here;
 * a step that finds the order elsewhere does nothing and says so.
 */
export const createOrderTransitions = builtOnce((deps: OperationDeps) => {
  const { outbox, live } = deps;
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const mails = createOrderMails(deps);
  const requestRefund = createRefundRequests(deps);
  const couponUses = createCouponUses();
  const postSales = createSalePosting(deps);
  const creditNotes = createCreditNotes(deps);
  const storeCredit = createStoreCreditMoves(deps);

  function stockChanged(tx: Tx, ctx: Context, changes: AvailabilityChange[], reason: string): void {
    const entries = changes.map((change) => ({ entityId: change.variantId, payload: { ...change, reason } }));
    outbox.appendAll(tx, ctx, inventoryEvents.adjusted, entries);
  }

  /** Promises stock for an order; nothing is held when it is short. */
  async function holdStock(
    tx: Tx,
    ctx: Context,
    lines: readonly { variantId: string; quantity: number }[],
    referenceId: string,
  ): Promise<ReserveOutcome> {
    const outcome = await reserve(tx, lines, { referenceId, actor: ctx.actor });
    if (outcome.reserved) stockChanged(tx, ctx, outcome.changes, 'reserved');
    return outcome;
  }

  /**
   * Announces at once what `holdStock` is about to promise for a new order, so that the statement that locks stock may come behind
   * all others.
   */
  function announceHold(tx: Tx, ctx: Context, lines: readonly SoldLine[]): void {
    const pieces = new Map<string, AvailabilityChange>();
    for (const { variantId, productId, vendorId, quantity } of lines) {
      const delta = (pieces.get(variantId)?.delta ?? 0) - quantity;
      pieces.set(variantId, { variantId, productId, vendorId, delta });
    }
    const changes = [...pieces.values()].sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
    stockChanged(tx, ctx, changes, 'reserved');
  }

  async function releaseStock(tx: Tx, ctx: Context, referenceId: string | null): Promise<void> {
    if (referenceId === null) return;
    stockChanged(tx, ctx, await release(tx, { referenceId, actor: ctx.actor }), 'released');
  }

  /**
   * Confirms an order; one that is elsewhere stays as it is.
   * @param details `paid` is null for cash to come at the door; `reinstatedWith` is the reservation of an order that comes
   *   back after its time was over
   */
  async function confirm(
    tx: Tx,
    ctx: Context,
    order: Order,
    details: { paid: { at: Date; payment: Payment } | null; reinstatedWith?: string },
  ): Promise<void> {
    const { paid, reinstatedWith } = details;
    const paidAt = paid?.at ?? null;
    if (!(await orders.confirm(tx, order.id, { at: ctx.now, paidAt, reinstatedWith }))) return;
    const { actor } = ctx;
    const paidStep = paid ? [{ orderId: order.id, event: 'order.paid', actor }] : [];
    await orders.appendToTimeline(tx, [...paidStep, confirmedStep(ctx, order.id, order.status)]);
    if (paid) await announcePaid(tx, ctx, order);
    const view = await viewOf(tx, order.id);
    if (paid) await postSales(tx, ctx, paid.payment, view.subOrders);
    if (paid) await storeCredit.use(tx, ctx, paid.payment);
    await announceConfirmed(tx, ctx, view, { atPlacement: false });
  }

  /** Announces an order that has just been confirmed: events, mails, timeline. */
  async function announceConfirmed(
    tx: Tx,
    ctx: Context,
    order: OrderView,
    details: { atPlacement: boolean },
  ): Promise<void> {
    outbox.append(tx, ctx, ordersEvents.confirmed, order.id, { ...payloadOf(order), ...details });
    await mails.confirmed(tx, ctx, order);
  }

  async function announcePaid(tx: Tx, ctx: Context, order: Order): Promise<void> {
    outbox.append(tx, ctx, ordersEvents.paid, order.id, payloadOf(order));
    await live.publish(tx, 'order.paid', order.id);
  }

  /** Takes back what the platform alone had paid of a cancelled order: of its buyer's money nothing is left. */
  async function reversePlatformPart(tx: Tx, ctx: Context, order: Order, reason: string): Promise<void> {
    const payment = (await payments.ofOrder(tx, order.id)).find((item) => !item.surplus && item.capturedAt);
    const lines = payment ? allocateRest(await readRefundable(tx, order.id)) : [];
    if (!payment || !takesBack(lines) || amountOf(lines) > 0) return;
    await requestRefund(tx, ctx, order, { payment, amount: 0, reason, cause: 'cancellation', lines });
  }

  /** Cancels an order as a whole, gives its stock back and what was paid for it. @returns whether it did */
  async function cancel(
    tx: Tx,
    ctx: Context,
    order: Order,
    details: {
      from: OrderStatus[];
      /** Kept with the order. */
      reason: string;
      /** In words, for the buyer. */
      explanation: string;
      paymentStatus?: PaymentStatus;
      /** Because its time to pay is over: by the clock, or `early` by decision. */
      windowEnded?: true | 'early';
      /** Where the buyer wants what was paid; by default where it came from. */
      refundTo?: RefundTarget;
    },
  ): Promise<boolean> {
    const { from, reason, explanation, paymentStatus, windowEnded, refundTo } = details;
    const at = ctx.now;
    const expired = windowEnded === true;
    if (!(await orders.cancel(tx, order.id, { from, reason, at, paymentStatus, expired }))) return false;
    await orders.appendToTimeline(tx, [
      {
        orderId: order.id,
        event: 'order.cancelled',
        fromStatus: order.status,
        toStatus: 'cancelled',
        note: explanation,
        actor: ctx.actor,
      },
    ]);
    // Before the stock, as orders take both.
    await storeCredit.release(tx, ctx, order);
    await releaseStock(tx, ctx, order.reservationId);
    await couponUses.release(tx, ctx, order.id);
    await payments.cancelOpen(tx, order.id);
    const paid = await payments.makeRefundDue(tx, order.id);
    const subOrders = paid.length > 0 ? await readRefundable(tx, order.id) : [];
    let refundAmount = 0;
    let byHandAmount = 0;
    let creditAmount = 0;
    for (const payment of paid) {
      // What went back for a cancelled sub-order does not go back twice.
      const pending = await payments.pendingRefunds(tx, payment.id);
      const amount = (payment.capturedAmount ?? payment.amount) - payment.refundedTotal - pending;
      if (amount <= 0) continue;
      const lines = allocateUpTo(subOrders, amount);
      const refund = await requestRefund(tx, ctx, order, {
        payment,
        amount,
        reason: explanation,
        refundTo,
        cause: 'cancellation' as const,
        lines,
      });
      creditAmount += refund.storeCredit;
      if (refundsByHand(payment.providerId)) byHandAmount += amount - refund.storeCredit;
      else refundAmount += amount - refund.storeCredit;
    }
    if (order.paidAt && refundAmount + byHandAmount + creditAmount === 0)
      await reversePlatformPart(tx, ctx, order, explanation);
    const view = await viewOf(tx, order.id);
    // An order that was never confirmed has no invoice.
    if (order.confirmedAt)
      await creditNotes.ofCancellation(
        tx,
        ctx,
        view.subOrders.map(({ id }) => id),
        explanation,
      );
    outbox.append(tx, ctx, ordersEvents.cancelled, order.id, {
      ...payloadOf(order),
      reason,
      windowEnded: windowEnded !== undefined,
    });
    await mails.cancelled(tx, ctx, view, explanation, {
      refundAmount,
      byHandAmount,
      creditAmount,
      // Vendors learn of an order when it is confirmed, not before.
      vendorsKnew: order.confirmedAt !== null,
    });
    return true;
  }

  return { holdStock, announceHold, releaseStock, confirm, cancel, announcePaid, announceConfirmed };
});

/** The timeline's entry of an order's confirmation. */
export function confirmedStep(ctx: Context, orderId: string, fromStatus: OrderStatus): TimelineEntry {
  return { orderId, event: 'order.confirmed', fromStatus, toStatus: 'confirmed', actor: ctx.actor };
}

/** What events carry of an order. */
export function payloadOf(order: Order): OrderPayload {
  const { id, orderNumber, userId, grandTotal, currency } = order;
  return { orderId: id, orderNumber, userId, grandTotal, currency };
}

/**
 * What the event of an order's placement carries: with the state that its workflow then need not read.
 * @param reminderHours of the setting; 0 is off
 */
export function placedPayload(order: Order, reminderHours: number): OrderPlaced {
  const { status, expiresAt } = order;
  const remindAt = reminderDue(order, reminderHours);
  return {
    ...payloadOf(order),
    status,
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(remindAt && { remindAt: remindAt.toISOString() }),
  };
}

/** The order as a transaction sees it. */
export async function viewOf(tx: Tx, orderId: string): Promise<OrderView> {
  const view = await readOrder(tx, { orderId });
  if (!view) throw new Error(`Order ${orderId} is gone`);
  return view;
}

export type OrderTransitions = ReturnType<typeof createOrderTransitions>;
