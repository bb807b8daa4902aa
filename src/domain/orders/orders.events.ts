import { defineEvent } from '#domain/_shared/event.js';
import type { OrderStatus } from './order.js';

/** The payload of every event of an order. */
export interface OrderPayload {
  orderId: string;
  orderNumber: string;
  /** The buyer. */
  userId: string;
  /** Subunits. */
  grandTotal: number;
  currency: string;
}

/** With the state in which the request that placed the order wrote it. */
export interface OrderPlaced extends OrderPayload {
  status: OrderStatus;
  /** The end of the time to pay, ISO 8601; null when the order waits for no payment. */
  expiresAt: string | null;
  /** When vendors are reminded of what they have not moved, ISO 8601; absent where they are not. */
  remindAt?: string;
}

export interface OrderConfirmed extends OrderPayload {
  /** Confirmed by the request that placed it: nobody was waiting for a payment. */
  atPlacement: boolean;
}

export interface OrderCancelled extends OrderPayload {
  reason: string;
  /** The order's own workflow did it, when the time to pay was over. */
  windowEnded: boolean;
}

/** The payload of every event of a sub-order. */
export interface SubOrderPayload {
  orderId: string;
  orderNumber: string;
  orderVendorId: string;
  vendorId: string;
  /** The buyer. */
  userId: string;
}

/** Events of orders; the entity is the order, so that those of one order keep their order. */
export const ordersEvents = {
  placed: defineEvent<OrderPlaced>(
    'order.placed',
    'order',
    'A buyer placed an order and its stock is reserved',
    { webhook: true },
  ),
  confirmed: defineEvent<OrderConfirmed>(
    'order.confirmed',
    'order',
    'An order was paid, or cash on delivery was accepted: vendors see it from here on',
    { webhook: true },
  ),
  paid: defineEvent<OrderPayload>('order.paid', 'order', 'The money for an order has arrived', {
    webhook: true,
  }),
  paymentFailed: defineEvent<OrderPayload & { reason: string }>(
    'order.payment_failed',
    'order',
    'A payment was declined; the order can still be paid until its time is over',
    { webhook: true },
  ),
  cancelled: defineEvent<OrderCancelled>('order.cancelled', 'order', 'An order was cancelled as a whole', {
    webhook: true,
  }),
  claimed: defineEvent<OrderPayload>(
    'order.claimed',
    'order',
    'An order of a guest went to the account that has verified its e-mail address',
  ),
  refunded: defineEvent<OrderPayload & { refundId: string; amount: number }>(
    'order.refunded',
    'order',
    'Money of an order went back to the buyer',
    { webhook: true },
  ),
  delivered: defineEvent<OrderPayload>(
    'order.delivered',
    'order',
    'Every sub-order that was not cancelled is delivered or returned',
    { webhook: true },
  ),
  subOrderFulfilled: defineEvent<SubOrderPayload>(
    'order.sub_order.fulfilled',
    'order',
    'A sub-order was handed to its carrier',
    { webhook: true },
  ),
  subOrderDelivered: defineEvent<SubOrderPayload>(
    'order.sub_order.delivered',
    'order',
    'A sub-order reached its buyer',
    { webhook: true },
  ),
  subOrderCancelled: defineEvent<SubOrderPayload & { reason: string; awaitingReturn: boolean }>(
    'order.sub_order.cancelled',
    'order',
    'A sub-order was cancelled',
    { webhook: true },
  ),
  subOrderReturned: defineEvent<SubOrderPayload>(
    'order.sub_order.returned',
    'order',
    'A sub-order came back to its vendor',
    { webhook: true },
  ),
};
