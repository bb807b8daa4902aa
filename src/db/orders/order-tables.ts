import type { BulkTable } from '#db/kernel/bulk-write.js';
import type { NewPayment } from '#db/payments/payments.repository.js';
import { namesOf } from '#domain/_shared/columns.js';
import {
  type Order,
  orderColumns,
  type OrderDiscount,
  orderDiscountColumns,
  type OrderLine,
  orderLineColumns,
  type SubOrder,
  subOrderColumns,
  type TimelineEntry,
} from '#domain/orders/order.js';

/** What is written of a new order. */
export const orders: BulkTable<Order> = { name: 'orders', columns: namesOf(orderColumns) };

/** What is written of a sub-order of a new order. */
export const ordersSubOrders: BulkTable<SubOrder> = {
  name: 'orders_sub_orders',
  columns: namesOf(subOrderColumns),
};

/** What is written of a line of a new order. */
export const ordersLines: BulkTable<OrderLine> = { name: 'orders_lines', columns: namesOf(orderLineColumns) };

/** A coupon as it was applied to a new order. */
export const ordersDiscounts: BulkTable<OrderDiscount> = {
  name: 'orders_discounts',
  columns: namesOf(orderDiscountColumns),
};

/** A step of the timeline, noted at the moment it is written. */
export const ordersTimeline: BulkTable<TimelineEntry> = {
  name: 'orders_timeline',
  columns: ['orderId', 'subOrderId', 'event', 'fromStatus', 'toStatus', 'note', 'actor'],
};

/** The first attempt to pay a new order. */
export const firstPayments: BulkTable<NewPayment> = {
  name: 'payments',
  columns: [
    'id',
    'orderId',
    'providerId',
    'method',
    'amount',
    'storeCredit',
    'currency',
    'status',
    'createdAt',
  ],
};
