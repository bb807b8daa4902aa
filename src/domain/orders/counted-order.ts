import type { Order } from './order.js';

/**
 * Whether analytics and reports count an order: it was confirmed, that is paid, or accepted as cash on delivery. A later
 * cancellation or refund does not take it out again. `src/db/orders/counted-order-sql.ts` says the same in SQL.
 */
export function isCounted(order: Pick<Order, 'confirmedAt'>): boolean {
  return order.confirmedAt !== null;
}

/** The buyer of an order as statistics tell buyers apart: the user, for guests the normalised e-mail. */
export function buyerOf(order: Pick<Order, 'guest' | 'userId' | 'email'>): string {
  return order.guest ? `guest:${order.email.trim().toLowerCase()}` : `user:${order.userId}`;
}

/** Whether a refund is part of the figures: processed, of a counted order, and not the return of a duplicate charge. */
export function isCountedRefund(
  refund: { status: string },
  payment: { surplus: boolean },
  order: Pick<Order, 'confirmedAt'>,
): boolean {
  return refund.status === 'processed' && !payment.surplus && isCounted(order);
}
