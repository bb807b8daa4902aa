import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import type { OrdersActivities } from '#activities/orders/orders.activities.js';
import { isMoving } from '#domain/orders/sub-order.js';
import { localDatabaseStep } from '#workflows/_shared/activity-presets.js';
import { setOutcome } from '#workflows/_shared/outcome.js';
import { condition, proxyActivities, proxyLocalActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { followSubOrders } from './follow-sub-orders.js';
import {
  type followOrder as contract,
  type FollowOrderInput,
  type OrderState,
  type OrderStep,
  orderStepQuery,
  paymentSettledSignal,
  subOrdersSettledSignal,
} from './orders.contract.js';

const { readOrderState } = proxyLocalActivities<OrdersActivities>({
  ...localDatabaseStep,
  summary: 'Read the order',
});
const { expireOrder } = proxyLocalActivities<OrdersActivities>({
  ...localDatabaseStep,
  summary: 'End the time to pay',
});
const { remindVendors } = proxyLocalActivities<OrdersActivities>({
  ...localDatabaseStep,
  summary: 'Remind vendors of what they have not sent',
});
const { settleMissedPayments } = proxyActivities<OrdersActivities>({
  // A provider that stays silent must not keep stock from other buyers: what it tells later is a late payment.
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '1m',
  retry: { initialInterval: '2s', maximumAttempts: 3 },
  summary: 'Ask the provider for an unreported payment',
});

/** The clocks of the engine and the database may differ by a moment: look again after that, not at once. */
const LEAST_WAIT_MS = 500;

export const followOrder: WorkflowOf<typeof contract> = async (input: FollowOrderInput) => {
  const { orderId, placed, origin } = input;
  let settled = false;
  let confirmed = false;
  let step: OrderStep = 'reading';
  const notify = () => {
    settled = true;
  };
  setHandler(paymentSettledSignal, notify);
  setHandler(subOrdersSettledSignal, notify);
  setHandler(orderStepQuery, () => step);

  try {
    return await follow();
  } catch (error) {
    // Nobody would end its time after this run, and its stock would be held for good.
    if (isCancellation(error) && !confirmed)
      await CancellationScope.nonCancellable(() => endOfWindow({ early: true }));
    throw error;
  }

  async function follow() {
    let order: OrderState = isOrderState(placed) ? placed : await readOrderState({ orderId });
    while (order.status === 'pending_payment') {
      step = 'waiting for payment';
      setOutcome('waiting', `the payment, until ${order.expiresAt ?? 'it is known'}`);
      const left = Date.parse(order.expiresAt ?? '') - Date.now();
      const notified = await condition(
        () => settled,
        Math.max(left || 0, LEAST_WAIT_MS),
        'Until the time to pay is over',
      );
      settled = false;
      if (notified) order = await readOrderState({ orderId });
      else order = await endOfWindow({ early: false });
    }
    if (isMoving(order.status)) {
      confirmed = true;
      setOutcome('ok');
      step = 'waiting for sub-orders';
      order = await followSubOrders(order, {
        read: () => readOrderState({ orderId }),
        remind: () => remindVendors({ orderId, origin }),
        async notified(timeoutMs, summary) {
          const notified = await condition(() => settled, timeoutMs, summary);
          settled = false;
          return notified;
        },
      });
    }
    step = 'done';
    if (order.status === 'cancelled')
      setOutcome('cancelled', confirmed ? 'The order was cancelled' : 'The order was not paid');
    return { orderStatus: order.status };
  }

  /** A payment whose webhook was lost still counts; then the database decides whether the time is over. */
  async function endOfWindow({ early }: { early: boolean }) {
    step = 'asking the provider';
    try {
      await settleMissedPayments({ orderId, origin });
    } catch (error) {
      if (isCancellation(error)) throw error;
      // The activity's failure stands in the history. Whatever was paid is found when its webhook comes.
    }
    return expireOrder({ orderId, origin, early });
  }
};

/**
 * Whether an event brought the whole state. What lacks a field is read from the row: a run that took it for an order that
 * waits for nothing would end while the row is pending.
 */
function isOrderState(placed: Partial<OrderState> | undefined): placed is OrderState {
  return typeof placed?.status === 'string' && placed.expiresAt !== undefined;
}
