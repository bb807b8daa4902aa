import { originOf } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import {
  type OrderCancelled,
  type OrderConfirmed,
  type OrderPayload,
  ordersEvents,
} from '#domain/orders/orders.events.js';
import {
  followOrder,
  type FollowOrderInput,
  paymentSettledSignal,
} from '#workflows/orders/orders.contract.js';
import { each, type EngineAction, type Subscription } from './subscription.js';

export const ordersSubscriptions: readonly Subscription[] = [
  each<OrderPayload, FollowOrderInput>(
    'orders-follow',
    [ordersEvents.placed, ordersEvents.confirmed, ordersEvents.cancelled],
    orderNews,
  ),
];

/** Placing an order starts its workflow; what others do to the order is told to it, and what it did itself is not. */
function orderNews(event: RecordedEvent<OrderPayload>): EngineAction<FollowOrderInput> | null {
  const { orderId, orderNumber, userId } = event.payload;
  const action = {
    contract: followOrder,
    input: { orderId, orderNumber, userId, origin: originOf(event) },
  };
  if (event.type === ordersEvents.placed.type) return action;
  const { atPlacement, windowEnded } = event.payload as Partial<OrderConfirmed & OrderCancelled>;
  if (atPlacement || windowEnded) return null;
  return { ...action, signal: { name: paymentSettledSignal.name, args: [] } };
}
