import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository, type SubOrderRow } from '#db/orders/sub-orders.repository.js';
import type { Order } from '#domain/orders/order.js';

/** A sub-order whose order is locked. */
export interface LockedSubOrder {
  order: Order;
  subOrder: SubOrderRow;
}

const subOrders = createSubOrdersRepository();

/** Locks the order of a sub-order; undefined when there is no such order, or it is another vendor's. */
export async function lockSubOrder(
  tx: Tx,
  subOrderId: string,
  scope: { vendorId?: string } = {},
): Promise<LockedSubOrder | undefined> {
  const orderId = await subOrders.orderIdOf(tx, subOrderId, scope.vendorId);
  const locked = orderId && (await subOrders.lock(tx, orderId));
  if (!locked) return undefined;
  const subOrder = locked.subOrders.find((item) => item.id === subOrderId);
  return subOrder && { order: locked.order, subOrder };
}
