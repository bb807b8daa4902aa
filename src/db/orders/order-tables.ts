import type { BulkTable } from '#db/kernel/bulk-write.js';
import type { NewPayment } from '#db/payments/payments.repository.js';
import type { Order, OrderDiscount, OrderLine, OrderPart, TimelineEntry } from '#domain/orders/order.js';

/** What is written of a new order. */
export const orders: BulkTable<Order> = {
  name: 'orders',
  columns: [
    ...(['id', 'orderNumber', 'userId', 'cartId', 'guest', 'email', 'customerName', 'status'] as const),
    ...(['paymentStatus', 'paymentProviderId', 'paymentMethod', 'platform', 'currency'] as const),
    ...(['subtotal', 'discountTotal', 'shippingTotal', 'taxTotal', 'grandTotal', 'refundedTotal'] as const),
    ...(['pricesIncludeTax', 'shippingAddress', 'billingAddress', 'cancelReason', 'expiresAt'] as const),
    ...(['reservationId', 'placedAt', 'confirmedAt', 'paidAt', 'cancelledAt'] as const),
  ],
};

/** What is written of a vendor's part of a new order. */
export const ordersVendors: BulkTable<OrderPart> = {
  name: 'orders_vendors',
  columns: [
    ...(['id', 'orderId', 'vendorId', 'status', 'vendorName', 'subtotal', 'discountTotal'] as const),
    ...(['shippingTotal', 'taxTotal', 'total', 'commissionBps', 'commissionTotal'] as const),
    ...(['placedAt', 'confirmedAt'] as const),
  ],
};

/** What is written of a line of a new order. */
export const ordersLines: BulkTable<OrderLine> = {
  name: 'orders_lines',
  columns: [
    ...(['id', 'orderId', 'orderVendorId', 'vendorId', 'productId', 'variantId', 'position'] as const),
    ...(['title', 'variantTitle', 'sku', 'hsnCode', 'weight', 'thumbnail', 'quantity'] as const),
    ...(['originalPrice', 'unitPrice', 'lineSubtotal', 'discountTotal', 'taxTotal', 'total'] as const),
    'taxes',
    'discounts',
  ],
};

/** A coupon as it was applied to a new order. */
export const ordersDiscounts: BulkTable<OrderDiscount> = {
  name: 'orders_discounts',
  columns: ['orderId', 'position', 'discountId', 'code', 'name', 'amount', 'waivedShipping', 'terms'],
};

/** A step of the timeline, noted at the moment it is written. */
export const ordersTimeline: BulkTable<TimelineEntry> = {
  name: 'orders_timeline',
  columns: ['orderId', 'orderVendorId', 'event', 'fromStatus', 'toStatus', 'note', 'actor'],
};

/** The first attempt to pay a new order. */
export const firstPayments: BulkTable<NewPayment> = {
  name: 'payments',
  columns: ['id', 'orderId', 'providerId', 'method', 'amount', 'currency', 'status', 'createdAt'],
};
