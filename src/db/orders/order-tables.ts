import type { BulkTable } from '#db/bulk-write.js';
import type { OrderLine, OrderPart } from '#domain/orders/order.js';

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
  ],
};
