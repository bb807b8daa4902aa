import type { Tx } from '#db/kernel/unit-of-work.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import {
  createSubOrdersRepository,
  type LockedSubOrders,
  type SubOrderRow,
} from '#db/orders/sub-orders.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import type { Order } from '#domain/orders/order.js';
import { ordersEvents, type SubOrderPayload } from '#domain/orders/orders.events.js';
import { orderStatusOf } from '#domain/orders/sub-order.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCouponUses } from '#operations/discounts/coupon-uses.js';
import type { LockedSubOrder } from './locked-sub-order.js';
import { createOrderMails } from './order-mails.js';
import { payloadOf, viewOf } from './order-transitions.js';
import { createCashTaking } from './take-cash.js';

export interface SubOrderMove {
  to: SubOrderRow['status'];
  event: EventDefinition<SubOrderPayload>;
  note?: string;
  /** Fields of the event beside those that every move has. */
  more?: Record<string, unknown>;
  /** The last word of the timeline's entry where it is not the status. */
  step?: string;
}

/** What every move of a sub-order is followed by: timeline, event, the order's own status, the cash of its deliveries. */
export const createSubOrderMoves = builtOnce((deps: OperationDeps) => {
  const { outbox } = deps;
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrdersRepository();
  const payments = createPaymentsRepository();
  const couponUses = createCouponUses();
  const mails = createOrderMails(deps);
  const cash = createCashTaking(deps);

  /** The last of its sub-orders was cancelled; each has refunded its own share. */
  async function wholeCancelled(tx: Tx, ctx: Context, order: Order): Promise<void> {
    await payments.cancelOpen(tx, order.id);
    await couponUses.release(tx, ctx, order.id);
    const view = await viewOf(tx, order.id);
    const reason = view.cancelReason ?? '';
    const payload = { ...payloadOf(order), reason, windowEnded: false };
    outbox.append(tx, ctx, ordersEvents.cancelled, order.id, payload);
    // Each sub-order has requested its own refund; its vendor learned of the order when it was confirmed.
    const vendorsKnew = order.confirmedAt !== null;
    await mails.cancelled(tx, ctx, view, reason, {
      refundAmount: 0,
      byHandAmount: 0,
      creditAmount: 0,
      vendorsKnew,
    });
  }

  async function updateOrder(
    tx: Tx,
    ctx: Context,
    { order, subOrders: all }: LockedSubOrders,
    cancelReason: string,
  ): Promise<void> {
    const status = orderStatusOf(all.map((item) => item.status));
    if (status !== order.status) {
      await subOrders.setOrderStatus(tx, order.id, { status, cancelReason, at: ctx.now });
      const { id: orderId, status: fromStatus } = order;
      await orders.appendToTimeline(tx, [
        { orderId, event: `order.${status}`, fromStatus, toStatus: status, actor: ctx.actor },
      ]);
    }
    if (status === 'cancelled' && order.status !== 'cancelled') await wholeCancelled(tx, ctx, order);
    if (status === 'delivered' && order.status !== 'delivered') {
      outbox.append(tx, ctx, ordersEvents.delivered, order.id, payloadOf(order));
      await mails.delivered(tx, ctx, await viewOf(tx, order.id), ctx.now);
    }
    await cash.ofDeliveries(tx, ctx, order, all);
  }

  return async (tx: Tx, ctx: Context, { order, subOrder }: LockedSubOrder, move: SubOrderMove) => {
    const { to, event, note, more, step = to } = move;
    const { id: orderVendorId, vendorId, status: fromStatus } = subOrder;
    await orders.appendToTimeline(tx, [
      {
        orderId: order.id,
        subOrderId: subOrder.id,
        event: `order.sub_order.${step}`,
        fromStatus,
        toStatus: to,
        note,
        actor: ctx.actor,
      },
    ]);
    const payload: SubOrderPayload = {
      orderId: order.id,
      orderNumber: order.orderNumber,
      orderVendorId,
      vendorId,
      userId: order.userId,
    };
    outbox.append(tx, ctx, event, order.id, { ...payload, ...more });
    const now = await subOrders.lock(tx, order.id);
    if (now) await updateOrder(tx, ctx, now, note ?? '');
  };
});
