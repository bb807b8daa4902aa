import type { Actor } from '#domain/_shared/context.js';
import type { NewOrder, Order, TimelineEntry } from '#domain/orders/order.js';
import type { PastPayment, PastRefund } from './payment-history.js';
import type { Movement } from './write-stock.js';

export interface HistoryIds {
  payment: () => string;
  refund: () => string;
  step: () => string;
}

/** A step with the instant at which it was taken. */
export interface PastStep extends TimelineEntry {
  id: string;
  createdAt: Date;
}

/** An order with all that happened to it. */
export interface PlannedOrder {
  written: NewOrder;
  payment: PastPayment;
  refund: PastRefund | null;
  steps: PastStep[];
  movements: Movement[];
  /** Its flow goes on: its events are those of a new order. */
  waiting: boolean;
}

/** The actor of payments and refunds. */
export const payments: Actor = { type: 'webhook', id: 'sandbox' };

export function buyerOf(order: Order): Actor {
  return { type: 'user', id: order.userId };
}

/** Collects the timeline and the stock movements of an order, the placement first. */
export function openDiary(written: NewOrder, ids: HistoryIds) {
  const { order, lines } = written;
  const steps: Omit<PastStep, 'id'>[] = [];
  const movements: Movement[] = [];
  let latest = order.placedAt;
  const appendToTimeline = (
    event: string,
    createdAt: Date,
    rest: Partial<TimelineEntry> & { actor: Actor },
  ) => {
    steps.push({ orderId: order.id, event, ...rest, createdAt });
    if (createdAt > latest) latest = createdAt;
  };
  const move = (
    reason: string,
    at: Date,
    actor: Actor,
    signs: { onHand: number; reserved: number },
    vendorId?: string,
  ) => {
    for (const line of lines.filter((item) => vendorId === undefined || item.vendorId === vendorId)) {
      movements.push({
        variantId: line.variantId,
        vendorId: line.vendorId,
        onHandDelta: signs.onHand * line.quantity,
        reservedDelta: signs.reserved * line.quantity,
        reason,
        referenceId: order.id,
        actor,
        createdAt: at.toISOString(),
      });
    }
  };
  appendToTimeline('order.placed', order.placedAt, { toStatus: 'pending_payment', actor: buyerOf(order) });
  move('reserved', order.placedAt, buyerOf(order), { onHand: 0, reserved: 1 });
  return {
    appendToTimeline,
    move,
    close(payment: PastPayment, refund: PastRefund | null = null): PlannedOrder {
      if (refund?.processedAt) {
        appendToTimeline('refund.processed', refund.processedAt, { note: refund.reason, actor: payments });
      }
      // The repository writes what it is given: these rows are as old as what they tell.
      Object.assign(order, { createdAt: order.placedAt, updatedAt: latest });
      for (const subOrder of written.subOrders)
        Object.assign(subOrder, { createdAt: order.placedAt, updatedAt: latest });
      // The sub-orders of an order go their ways beside each other: numbered by time, they are read as one story.
      const story = steps.sort((item, other) => item.createdAt.getTime() - other.createdAt.getTime());
      return {
        written,
        payment,
        refund,
        movements,
        waiting: false,
        steps: story.map((step) => ({ id: ids.step(), ...step })),
      };
    },
  };
}

export type Diary = ReturnType<typeof openDiary>;
