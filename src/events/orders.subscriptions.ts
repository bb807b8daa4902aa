import { originOf } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import {
  type OrderCancelled,
  type OrderConfirmed,
  type OrderPayload,
  type OrderPlaced,
  ordersEvents,
} from '#domain/orders/orders.events.js';
import {
  followOrder,
  type FollowOrderInput,
  paymentSettledSignal,
  subOrdersSettledSignal,
} from '#workflows/orders/orders.contract.js';
import { each, type EngineAction, type Subscription } from './subscription.js';

export const ordersSubscriptions: readonly Subscription[] = [
  each<OrderPayload, FollowOrderInput>(
    'orders-follow',
    [ordersEvents.placed, ordersEvents.confirmed, ordersEvents.cancelled, ordersEvents.delivered],
    orderAction,
    { concerns: (event) => orderAction(event) !== null },
  ),
];

/**
 * Placing an order starts its workflow. It is notified when others settle its payment, and once when nothing of the order
 * is left to move; of single moves and of what it did itself it is not.
 */
function orderAction(event: RecordedEvent<OrderPayload>): EngineAction<FollowOrderInput> | null {
  const { orderId, orderNumber, userId } = event.payload;
  const action = {
    contract: followOrder,
    input: { orderId, orderNumber, userId, origin: originOf(event) },
  };
  if (event.type === ordersEvents.placed.type) {
    const { status, expiresAt, remindAt } = event.payload as OrderPlaced;
    return {
      ...action,
      input: { ...action.input, placed: { status, expiresAt, ...(remindAt && { remindAt }) } },
    };
  }
  const { atPlacement, windowEnded } = event.payload as Partial<OrderConfirmed & OrderCancelled>;
  if (event.type === ordersEvents.delivered.type)
    return { ...action, signal: { name: subOrdersSettledSignal.name, args: [] } };
  if (atPlacement || windowEnded) return null;
  return { ...action, signal: { name: paymentSettledSignal.name, args: [] } };
}
