import type { Actor } from '#domain/_shared/context.js';
import {
  CANCELLED_BY_BUYER,
  type NewOrder,
  type SubOrder,
  PAYMENT_WINDOW_ENDED,
} from '#domain/orders/order.js';
import { minutesAfter } from './calendar.js';
import type { Draw } from './draw.js';
import {
  buyerOf,
  type Diary,
  type HistoryIds,
  openDiary,
  payments,
  type PlannedOrder,
} from './order-diary.js';
import type { OrderFate } from './order-fate.js';
import { paidPayment, refundOf, unpaidPayment } from './payment-history.js';

interface Past {
  draw: Draw;
  ids: HistoryIds;
  fate: OrderFate;
  /** Who hands over what a vendor sends. */
  ownerOf: ReadonlyMap<string, string>;
}

const HOUR = 60;

/** Writes down, on a fresh order, how it went; returns everything that belongs to it. */
export function pastOrder(written: NewOrder, past: Past): PlannedOrder {
  const { draw, ids, fate, ownerOf } = past;
  const { order } = written;
  const diary = openDiary(written, ids);
  const online = order.paymentProviderId !== 'cod';

  if (fate === 'expired') {
    const at = order.expiresAt ?? order.placedAt;
    cancel(written, diary, {
      at,
      reason: PAYMENT_WINDOW_ENDED,
      note: 'It was not paid in time',
      actor: { type: 'system', id: 'orders' },
    });
    order.paymentStatus = 'failed';
    return diary.close(unpaidPayment(order, ids.payment(), 'cancelled'));
  }

  const confirmedAt = online ? minutesAfter(order.placedAt, draw.whole(1, 9)) : order.placedAt;
  confirm(written, diary, confirmedAt, online);
  if (fate === 'cancelled') {
    const at = minutesAfter(confirmedAt, draw.whole(10, 50));
    cancel(written, diary, {
      at,
      reason: CANCELLED_BY_BUYER,
      note: 'Cancelled by the buyer',
      actor: buyerOf(order),
    });
    if (!online) return diary.close(unpaidPayment(order, ids.payment(), 'cancelled'));
    const payment = paidPayment(order, ids.payment(), confirmedAt, draw);
    const refund = refundOf(order, payment, {
      id: ids.refund(),
      amount: order.grandTotal,
      at: minutesAfter(at, 2),
      note: 'Cancelled by the buyer',
    });
    return diary.close(payment, { ...refund, cause: 'cancellation' });
  }

  const handedOver = sendSubOrders(written, diary, past, confirmedAt);
  if (online) {
    const payment = paidPayment(order, ids.payment(), confirmedAt, draw);
    if (fate !== 'partly_refunded') return diary.close(payment);
    const amount = written.lines[0]?.total ?? order.grandTotal;
    const at = minutesAfter(handedOver, 20 * HOUR);
    return diary.close(
      payment,
      refundOf(order, payment, { id: ids.refund(), amount, at, note: 'Arrived damaged' }),
    );
  }
  if (order.status !== 'delivered') return diary.close(unpaidPayment(order, ids.payment(), 'accepted'));
  Object.assign(order, { paymentStatus: 'paid', paidAt: handedOver });
  const courier = written.subOrders[0]?.vendorId ?? '';
  diary.appendToTimeline('order.paid', handedOver, {
    actor: { type: 'user', id: ownerOf.get(courier) ?? courier },
  });
  return diary.close(paidPayment(order, ids.payment(), handedOver, draw));
}

/** An order that waits for its payment as any new one does. */
export function waitingOrder(written: NewOrder, ids: HistoryIds): PlannedOrder {
  const diary = openDiary(written, ids);
  return { ...diary.close(unpaidPayment(written.order, ids.payment(), 'pending')), waiting: true };
}

function confirm({ order, subOrders }: NewOrder, diary: Diary, at: Date, online: boolean): void {
  Object.assign(order, { status: 'confirmed', confirmedAt: at, expiresAt: null });
  for (const subOrder of subOrders) subOrder.confirmedAt = at;
  const actor = online ? payments : buyerOf(order);
  if (online) {
    Object.assign(order, { paymentStatus: 'paid', paidAt: at });
    diary.appendToTimeline('order.paid', at, { actor });
  }
  diary.appendToTimeline('order.confirmed', at, {
    fromStatus: 'pending_payment',
    toStatus: 'confirmed',
    actor,
  });
}

function cancel(
  { order, subOrders }: NewOrder,
  diary: Diary,
  details: { at: Date; reason: string; note: string; actor: Actor },
): void {
  const { at, reason, note, actor } = details;
  diary.appendToTimeline('order.cancelled', at, {
    fromStatus: order.status,
    toStatus: 'cancelled',
    note,
    actor,
  });
  diary.move('released', at, actor, { onHand: 0, reserved: -1 });
  Object.assign(order, { status: 'cancelled', cancelReason: reason, cancelledAt: at });
  Object.assign(order, { reservationId: null, expiresAt: null });
  for (const subOrder of subOrders) Object.assign(subOrder, { status: 'cancelled', cancelledAt: at });
}

/** Sends the sub-orders, and hands them over, as far as the order has come. Returns the instant of the last step. */
function sendSubOrders(
  { order, subOrders }: NewOrder,
  diary: Diary,
  { draw, fate, ownerOf }: Past,
  from: Date,
): Date {
  if (fate === 'confirmed') return from;
  const sent = fate === 'partially_fulfilled' ? subOrders.slice(0, 1) : subOrders;
  const arrives = fate === 'delivered' || fate === 'partly_refunded';
  const ends = sent.map((subOrder) => {
    const actor: Actor = { type: 'user', id: ownerOf.get(subOrder.vendorId) ?? 'unknown' };
    const fulfilledAt = minutesAfter(from, draw.whole(8 * HOUR, 24 * HOUR));
    advance(subOrder, 'fulfilled', fulfilledAt, { diary, actor });
    diary.move('fulfilled', fulfilledAt, actor, { onHand: -1, reserved: -1 }, subOrder.vendorId);
    if (!arrives) return fulfilledAt;
    const deliveredAt = minutesAfter(fulfilledAt, draw.whole(30 * HOUR, 96 * HOUR));
    advance(subOrder, 'delivered', deliveredAt, { diary, actor });
    return deliveredAt;
  });
  const allSent = sent.length === subOrders.length;
  order.status = arrives ? 'delivered' : allSent ? 'fulfilled' : 'partially_fulfilled';
  return ends.reduce((latest, at) => (at > latest ? at : latest), from);
}

function advance(
  subOrder: SubOrder,
  to: 'fulfilled' | 'delivered',
  at: Date,
  by: { diary: Diary; actor: Actor },
): void {
  by.diary.appendToTimeline(`sub_order.${to}`, at, {
    subOrderId: subOrder.id,
    fromStatus: subOrder.status,
    toStatus: to,
    actor: by.actor,
  });
  Object.assign(subOrder, { status: to, [`${to}At`]: at });
}
