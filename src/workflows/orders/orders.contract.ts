import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import type { OrderStatus } from '#domain/orders/order.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface FollowOrderInput {
  orderId: string;
  orderNumber: string;
  /** The buyer. */
  userId: string;
  /** The state in which the order was placed, so that a run need not read it. Runs of a later event read the order. */
  placed?: OrderState;
  origin: Origin;
}

/** As much of an order as its workflow needs. */
export interface OrderState {
  /** `unknown` for an order that does not exist (any more). */
  status: OrderStatus | 'unknown';
  /** ISO 8601; null when it waits for no payment. */
  expiresAt: string | null;
  /** When its vendors are reminded of sub-orders that have not moved, ISO 8601; absent where nobody is. */
  remindAt?: string;
}

/** What became of an order that its workflow followed. */
export interface FollowOrderResult {
  orderStatus: string;
}

/** The order was paid or cancelled by somebody else; carries nothing, the row says what it is now. */
export const paymentSettledSignal = defineSignal('paymentSettled');
/** Every sub-order was delivered, returned or cancelled; carries nothing, the row decides. */
export const subOrdersSettledSignal = defineSignal('subOrdersSettled');
/** What the run is waiting for right now. */
export type OrderStep =
  | 'reading'
  | 'waiting for payment'
  | 'asking the provider'
  | 'waiting for sub-orders'
  | 'done';
export const orderStepQuery = defineQuery<OrderStep>('step');

/**
 * Follows an order from its placement to its end: waits for its payment, releases its stock when the time to pay is
 * over, reminds vendors of sub-orders that have not moved, and ends when nothing of the order is left to move.
 * Started by the event of its placement; notified by signal when a webhook, a buyer or an administrator has settled its
 * payment, and once more when its last open sub-order was settled.
 * Cancelled while the order is unpaid, it ends the time to pay at once, as at its end.
 * Idempotent because the database decides each step by a conditional update: of webhook, timer and cancellation one
 * finds the order waiting, and this run only looks at what came of it. An order that came back to life gets a new run.
 */
export const followOrder = contract<FollowOrderInput, FollowOrderResult>()({
  name: 'followOrder',
  ...entityIds<FollowOrderInput>('orders-follow', (input) => input.orderId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: ({ orderId, orderNumber, userId }) => ({ orderId, orderNumber, customerId: userId }),
  startsAs: ({ placed }) => (placed?.status === 'pending_payment' ? 'waiting' : 'ok'),
  summary: ({ orderNumber }) => `Order ${orderNumber}`,
  signals: { paymentSettled: paymentSettledSignal, subOrdersSettled: subOrdersSettledSignal },
  queries: { step: orderStepQuery },
});
