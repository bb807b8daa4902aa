import type { OrderStatus } from '#domain/orders/order.js';
import { isMoving } from '#domain/orders/sub-order.js';

/** A signal that was lost, such as one whose delivery an operator dropped, keeps a run open at most this much longer. */
const READ_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000;
/** The clocks of the engine and the database may differ by a moment. */
const LEAST_WAIT_MS = 500;

/** An order as far as it is followed. */
interface FollowedOrder {
  status: OrderStatus | 'unknown';
  /** When its vendors are to be reminded, ISO 8601; absent where nobody is. */
  remindAt?: string;
}

/**
 * Waits until every sub-order of a confirmed order is delivered, returned or cancelled, and reminds vendors once of those
 * that are still pending when the reminder is due. One timer and one signal for an order, however many sub-orders it
 * has: each costs a workflow task.
 */
export async function followSubOrders<Order extends FollowedOrder>(
  confirmed: Order,
  run: {
    read: () => Promise<Order>;
    /** Reminds vendors of the sub-orders that are still pending, each once. */
    remind: () => Promise<Order>;
    /** Waits for a signal. @returns false when the time is over */
    notified: (timeoutMs: number, summary: string) => Promise<boolean>;
  },
): Promise<Order> {
  let order = confirmed;
  let reminded = false;
  while (isMoving(order.status)) {
    const remindAt = reminded ? undefined : order.remindAt;
    const wait = remindAt ? Date.parse(remindAt) - Date.now() : READ_AGAIN_MS;
    const notified = await run.notified(
      Math.max(wait, LEAST_WAIT_MS),
      remindAt ? 'Until vendors are reminded' : 'Until the order is read again',
    );
    if (notified || !remindAt) order = await run.read();
    else {
      reminded = true;
      order = await run.remind();
    }
  }
  return order;
}
