import {
  type AvailabilityChange,
  releasePieces,
  releaseVariants,
  restockPieces,
  ship,
} from '#db/inventory/reservations.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import {
  createSubOrdersRepository,
  type LockedSubOrders,
  type SubOrderRow,
} from '#db/orders/sub-orders.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { allocateAmount, allocateRest, amountOf } from '#domain/payments/allocate-refund.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import type { Order } from '#domain/orders/order.js';
import { ordersEvents, type SubOrderPayload } from '#domain/orders/orders.events.js';
import { isOpen, orderStatusOf } from '#domain/orders/sub-order.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCouponUses } from '#operations/discounts/coupon-uses.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createSalePosting, type SoldSubOrder } from '#operations/ledger/post-sales.js';
import { readVendorCollected } from '#db/shipping/vendor-collected.query.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';
import { createReturnRefunds } from '#operations/returns/refund-return.js';
import { createOrderMails } from './order-mails.js';
import { payloadOf, viewOf } from './order-transitions.js';

/** A sub-order whose order is locked. */
export interface LockedSubOrder {
  order: Order;
  subOrder: SubOrderRow;
}

/** Pieces of a line that are cancelled, or come back. */
export interface MovedPieces {
  lineId: string;
  variantId: string;
  quantity: number;
}

/** What happens to the pieces of a sub-order that is cancelled after it was fulfilled. */
export type PiecesAfterCancel = 'restock' | 'awaiting_return' | 'lost';

/**
 * The moves of sub-orders with everything that belongs to them in one transaction: the conditional update, the stock,
 * the refund, the order's status, the cash, the timeline, the events and the mails. Every move locks the order first;
 * a move that finds the sub-order elsewhere does nothing and says so.
 */
export function createSubOrderTransitions(deps: OperationDeps) {
  const { outbox, live } = deps;
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrdersRepository();
  const payments = createPaymentsRepository();
  const couponUses = createCouponUses();
  const mails = createOrderMails(deps);
  const requestRefund = createRefundRequests(deps);
  const postSales = createSalePosting(deps);
  const creditNotes = createCreditNotes(deps);
  const returnRefunds = createReturnRefunds(deps);

  /** Locks the order of a sub-order; undefined when there is none, or it is another vendor's. */
  async function lock(
    tx: Tx,
    subOrderId: string,
    scope: { vendorId?: string } = {},
  ): Promise<LockedSubOrder | undefined> {
    const orderId = await subOrders.orderIdOf(tx, subOrderId, scope.vendorId);
    const locked = orderId && (await subOrders.lock(tx, orderId));
    if (!locked) return undefined;
    const subOrder = locked.subOrders.find((item) => item.id === subOrderId);
    return subOrder && { order: locked.order, subOrder };
  }

  async function fulfil(tx: Tx, ctx: Context, { order, subOrder }: LockedSubOrder): Promise<boolean> {
    if (!(await subOrders.fulfil(tx, subOrder.id, ctx.now))) return false;
    if (order.reservationId) {
      await ship(tx, {
        reservationId: order.reservationId,
        stepId: subOrder.id,
        variantIds: await subOrders.variantIds(tx, subOrder.id),
        actor: ctx.actor,
      });
    }
    await moved(tx, ctx, { order, subOrder }, 'fulfilled', ordersEvents.subOrderFulfilled);
    return true;
  }

  async function deliver(tx: Tx, ctx: Context, locked: LockedSubOrder, note?: string): Promise<boolean> {
    if (!(await subOrders.deliver(tx, locked.subOrder.id, ctx.now))) return false;
    await moved(tx, ctx, locked, 'delivered', ordersEvents.subOrderDelivered, { note });
    return true;
  }

  /**
   * Cancels a sub-order: before it is fulfilled its reservation is given back, afterwards `pieces` says where its pieces
   * are. What was paid for it goes back, with its shipping.
   */
  async function cancel(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    details: { reason: string; pieces: PiecesAfterCancel },
  ): Promise<boolean> {
    const { subOrder } = locked;
    const { reason } = details;
    const shipped = subOrder.status === 'fulfilled';
    const awaitingReturn = shipped && details.pieces === 'awaiting_return';
    if (!(await subOrders.cancel(tx, subOrder.id, { at: ctx.now, reason, awaitingReturn }))) return false;
    if (!shipped) await releaseStock(tx, ctx, locked);
    else if (details.pieces === 'restock') {
      stockChanged(tx, ctx, await putBack(tx, ctx, subOrder.id), 'restocked');
    }
    await refundSubOrder(tx, ctx, locked, reason);
    await creditNotes.ofCancellation(tx, ctx, [subOrder.id], reason);
    await moved(tx, ctx, locked, 'cancelled', ordersEvents.subOrderCancelled, {
      note: reason,
      more: { reason, awaitingReturn },
    });
    return true;
  }

  /** Takes a sub-order back as a whole; one that was cancelled on the road stays cancelled. */
  async function returnBack(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    details: { restock: boolean },
  ): Promise<boolean> {
    const { subOrder } = locked;
    const awaited = subOrder.status === 'cancelled';
    const received = awaited
      ? await subOrders.receiveAwaited(tx, subOrder.id, ctx.now)
      : await subOrders.markReturned(tx, subOrder.id, ctx.now);
    if (!received) return false;
    if (details.restock) stockChanged(tx, ctx, await putBack(tx, ctx, subOrder.id), 'restocked');
    const to = awaited ? 'cancelled' : 'returned';
    await moved(tx, ctx, locked, to, ordersEvents.subOrderReturned, { step: 'returned' });
    return true;
  }

  async function releaseStock(tx: Tx, ctx: Context, { order, subOrder }: LockedSubOrder): Promise<void> {
    if (!order.reservationId) return;
    const changes = await releaseVariants(tx, {
      reservationId: order.reservationId,
      stepId: subOrder.id,
      variantIds: await subOrders.variantIds(tx, subOrder.id),
      actor: ctx.actor,
    });
    stockChanged(tx, ctx, changes, 'released');
  }

  /** What was sent of a sub-order and has not been put back yet. */
  async function putBack(tx: Tx, ctx: Context, subOrderId: string): Promise<AvailabilityChange[]> {
    const pieces = await subOrders.takeSentPieces(tx, subOrderId);
    const step = { stepId: subOrderId, shippedBy: subOrderId, actor: ctx.actor };
    return restockPieces(tx, pieces, step);
  }

  function stockChanged(tx: Tx, ctx: Context, changes: AvailabilityChange[], reason: string): void {
    const entries = changes.map((change) => ({ entityId: change.variantId, payload: { ...change, reason } }));
    outbox.appendAll(tx, ctx, inventoryEvents.adjusted, entries);
  }

  /** Cancels pieces of a pending sub-order: their reservation is given back under the id of the step. */
  async function cancelPieces(
    tx: Tx,
    ctx: Context,
    { order }: LockedSubOrder,
    stepId: string,
    pieces: readonly MovedPieces[],
  ): Promise<void> {
    await subOrders.countPieces(tx, 'cancelled_quantity', pieces);
    if (!order.reservationId) return;
    const step = { reservationId: order.reservationId, stepId, actor: ctx.actor };
    stockChanged(tx, ctx, await releasePieces(tx, pieces, step), 'released');
  }

  /** Puts pieces back on hand that were sent, under the id of the step. */
  async function restockSent(
    tx: Tx,
    ctx: Context,
    { subOrder }: LockedSubOrder,
    stepId: string,
    pieces: readonly MovedPieces[],
  ): Promise<void> {
    await subOrders.countPieces(tx, 'restocked_quantity', pieces);
    const step = { stepId, shippedBy: subOrder.id, actor: ctx.actor };
    stockChanged(tx, ctx, await restockPieces(tx, pieces, step), 'restocked');
  }

  /** What was paid for a sub-order and has not gone back yet. */
  async function refundSubOrder(
    tx: Tx,
    ctx: Context,
    { order, subOrder }: LockedSubOrder,
    reason: string,
  ): Promise<void> {
    const captured = (await payments.ofOrder(tx, order.id)).find((item) => item.status === 'captured');
    if (!captured) return;
    const pending = await payments.pendingRefunds(tx, captured.id);
    const left = (captured.capturedAmount ?? 0) - captured.refundedTotal - pending;
    const own = (await readRefundable(tx, order.id)).filter((item) => item.subOrderId === subOrder.id);
    const rest = allocateRest(own);
    const lines = amountOf(rest) > left ? allocateAmount(own, Math.max(left, 0)) : rest;
    const amount = amountOf(lines);
    if (amount <= 0) return;
    const { id: subOrderId } = subOrder;
    const details = { payment: captured, subOrderId, amount, reason, lines };
    await requestRefund(tx, ctx, order, { ...details, cause: 'cancellation' });
  }

  /** What every move is followed by: timeline, event, the order's own status, the cash of the last delivery. */
  async function moved(
    tx: Tx,
    ctx: Context,
    { order, subOrder }: LockedSubOrder,
    to: SubOrderRow['status'],
    event: EventDefinition<SubOrderPayload>,
    details: { note?: string; more?: Record<string, unknown>; step?: string } = {},
  ): Promise<void> {
    await orders.appendToTimeline(tx, [
      {
        orderId: order.id,
        subOrderId: subOrder.id,
        event: `order.sub_order.${details.step ?? to}`,
        fromStatus: subOrder.status,
        toStatus: to,
        note: details.note,
        actor: ctx.actor,
      },
    ]);
    const { id: orderVendorId, vendorId } = subOrder;
    const payload: SubOrderPayload = {
      ...{ orderId: order.id, orderNumber: order.orderNumber, orderVendorId, vendorId },
      userId: order.userId,
    };
    outbox.append(tx, ctx, event, order.id, { ...payload, ...details.more });
    const now = await subOrders.lock(tx, order.id);
    if (now) await followUp(tx, ctx, now, { cancelReason: details.note });
  }

  async function followUp(
    tx: Tx,
    ctx: Context,
    { order, subOrders: all }: LockedSubOrders,
    { cancelReason = '' }: { cancelReason?: string },
  ): Promise<void> {
    const status = orderStatusOf(all.map((item) => item.status));
    if (status !== order.status) {
      await subOrders.setOrderStatus(tx, order.id, { status, cancelReason, at: ctx.now });
      await orders.appendToTimeline(tx, [
        {
          orderId: order.id,
          event: `order.${status}`,
          fromStatus: order.status,
          toStatus: status,
          actor: ctx.actor,
        },
      ]);
    }
    if (status === 'cancelled' && order.status !== 'cancelled') await wholeCancelled(tx, ctx, order);
    if (status === 'delivered' && order.status !== 'delivered') {
      outbox.append(tx, ctx, ordersEvents.delivered, order.id, payloadOf(order));
      await mails.delivered(tx, ctx, await viewOf(tx, order.id), ctx.now);
    }
    if (!all.some((item) => isOpen(item.status))) await collectCash(tx, ctx, order, all);
  }

  /** The last of its sub-orders was cancelled; each has refunded its own share. */
  async function wholeCancelled(tx: Tx, ctx: Context, order: Order): Promise<void> {
    await payments.cancelOpen(tx, order.id);
    await couponUses.release(tx, ctx, order.id);
    const view = await viewOf(tx, order.id);
    const reason = view.cancelReason ?? '';
    outbox.append(tx, ctx, ordersEvents.cancelled, order.id, {
      ...payloadOf(order),
      reason,
      windowEnded: false,
    });
    // Each sub-order has requested its own refund; its vendor learned of the order when it was confirmed.
    const vendorsKnew = order.confirmedAt !== null;
    await mails.cancelled(tx, ctx, view, reason, { refundAmount: 0, byHandAmount: 0, vendorsKnew });
  }

  /**
   * Cash was taken at each delivery: with the last open sub-order the sum of the delivered ones is paid, also of those that
   * their buyers have returned since.
   */
  async function collectCash(tx: Tx, ctx: Context, order: Order, all: readonly SubOrderRow[]): Promise<void> {
    const delivered = all.filter(
      ({ status, deliveredAt }) => status === 'delivered' || (status === 'returned' && deliveredAt !== null),
    );
    const atVendors = await readVendorCollected(tx, delivered.map(({ id }) => id)); // prettier-ignore
    const sold = delivered.map((item) => ({ ...item, collectedByVendor: atVendors.has(item.id) }));
    if (sumOf(sold) > 0) await takeCash(tx, ctx, order, sold);
  }

  /** Marks an unpaid cash order paid. @returns false when it is no such order */
  async function takeCash(
    tx: Tx,
    ctx: Context,
    order: Order,
    sold: readonly (SubOrderRow & SoldSubOrder)[],
  ): Promise<boolean> {
    const payment = (await payments.ofOrder(tx, order.id)).find((item) => item.status === 'accepted');
    if (!payment || !(await orders.markPaid(tx, order.id, ctx.now))) return false;
    const { currency } = payment;
    const amount = sumOf(sold);
    await payments.markCaptured(tx, payment, { providerPaymentId: null, amount, currency, at: ctx.now });
    await postSales(tx, ctx, payment, sold);
    await orders.appendToTimeline(tx, [{ orderId: order.id, event: 'order.paid', actor: ctx.actor }]);
    outbox.append(tx, ctx, ordersEvents.paid, order.id, payloadOf(order));
    await live.publish(tx, 'order.paid', order.id);
    await returnRefunds.ofEarlierReturns(tx, ctx, order);
    return true;
  }

  return {
    lock,
    fulfil,
    deliver,
    cancel,
    returnBack,
    cancelPieces,
    restockSent,
    isEmpty: (tx: Tx, subOrderId: string) => subOrders.isEmpty(tx, subOrderId),

    /** Appends something about a sub-order to the timeline. */
    appendToTimeline: (
      tx: Tx,
      ctx: Context,
      { order, subOrder }: LockedSubOrder,
      event: string,
      note: string,
    ) =>
      orders.appendToTimeline(tx, [
        { orderId: order.id, subOrderId: subOrder.id, event, note, actor: ctx.actor },
      ]),

    /** The cash of an order arrived at the operator: for everything that was neither cancelled nor returned. */
    async takeCashByHand(tx: Tx, ctx: Context, order: Order): Promise<boolean> {
      const locked = await subOrders.lock(tx, order.id);
      const due = (locked?.subOrders ?? []).filter(
        ({ status }) => status !== 'cancelled' && status !== 'returned',
      );
      return takeCash(tx, ctx, order, due);
    },
  };
}

function sumOf(subOrders: readonly SubOrderRow[]): number {
  return subOrders.reduce((sum, { total }) => sum + total, 0);
}

export type SubOrderTransitions = ReturnType<typeof createSubOrderTransitions>;
