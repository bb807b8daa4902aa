import type { OrderInvoices } from '#domain/invoices/invoice-status.js';

/**
 * Whose invoices: an order's, or that of one sub-order; `userId` limits it to that customer's orders, `vendorId` to that
 * vendor's sub-orders of confirmed orders.
 */
export type InvoiceScope =
  | { audience: 'admin' | 'store'; orderId: string; subOrderId?: string; userId?: string }
  | { audience: 'vendor'; subOrderId: string; vendorId: string };

/** The path of the scope's invoice resource, which download and stream URLs are made of. */
export function invoicePath(scope: InvoiceScope): string {
  if (scope.audience === 'vendor') return `/vendor/orders/${scope.subOrderId}/invoice`;
  const { audience, orderId, subOrderId } = scope;
  const subOrder = subOrderId ? `/vendors/${subOrderId}` : '';
  return `/${audience}/orders/${orderId}${subOrder}/invoice`;
}

/** The sub-order of a scope that names one. */
export function onlySubOrder(
  scope: InvoiceScope,
  order: OrderInvoices,
): OrderInvoices['subOrders'][number] | undefined {
  return scope.subOrderId ? order.subOrders[0] : undefined;
}
