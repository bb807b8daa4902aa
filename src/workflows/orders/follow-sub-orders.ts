import { proxyLocalActivities } from '@temporalio/workflow';
import type { OrdersActivities, OrderState } from '#activities/orders/orders.activities.js';
import { isMoving } from '#domain/orders/sub-order.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import type { FollowOrderInput } from './orders.contract.js';

const { remindVendors } = proxyLocalActivities<OrdersActivities>(localDatabaseStep);

/** A signal that was lost, such as one whose delivery an operator dropped, keeps a run open at most this much longer. */
const READ_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000;
/** The clocks of the engine and the database may differ by a moment. */
const LEAST_WAIT_MS = 500;

/**
 * Waits until every sub-order of a confirmed order is delivered, returned or cancelled, and reminds vendors once of those
 * that are still pending when the reminder is due. One timer and one signal for an order, however many sub-orders it
 * has: each costs a workflow task.
 */
export async function followSubOrders(
  { orderId, origin }: FollowOrderInput,
  confirmed: OrderState,
  run: {
    read: (input: { orderId: string }) => Promise<OrderState>;
    /** Waits for a signal. @returns false when the time is over */
    notified: (timeoutMs: number) => Promise<boolean>;
  },
): Promise<OrderState> {
  let order = confirmed;
  let reminded = false;
  while (isMoving(order.status)) {
    const remindAt = reminded ? null : order.remindAt;
    const wait = remindAt ? Date.parse(remindAt) - Date.now() : READ_AGAIN_MS;
    const notified = await run.notified(Math.max(wait, LEAST_WAIT_MS));
    if (notified || !remindAt) order = await run.read({ orderId });
    else {
      reminded = true;
      order = await remindVendors({ orderId, origin });
    }
  }
  return order;
}
