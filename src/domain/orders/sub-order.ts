import type { OrderStatus, SubOrderStatus } from './order.js';

/** The status of a confirmed order, from those of its sub-orders; cancelled ones count only where nothing else is left. */
export function orderStatusOf(statuses: readonly SubOrderStatus[]): OrderStatus {
  const left = statuses.filter((status) => status !== 'cancelled');
  if (left.length === 0) return 'cancelled';
  if (left.every((status) => status === 'delivered' || status === 'returned')) return 'delivered';
  const pending = left.filter((status) => status === 'pending').length;
  if (pending === left.length) return 'confirmed';
  return pending === 0 ? 'fulfilled' : 'partially_fulfilled';
}

/** A sub-order that its vendor or its carrier still has to move. */
export function isOpen(status: SubOrderStatus): boolean {
  return status === 'pending' || status === 'fulfilled';
}

/** A confirmed order with a sub-order that its vendor or its carrier still has to move. */
export function isMoving(status: OrderStatus | 'unknown'): boolean {
  return status === 'confirmed' || status === 'partially_fulfilled' || status === 'fulfilled';
}
