import type { OrderInvoices } from '#domain/invoices/invoice-status.js';

/**
 * Whose invoices: an order's, or that of one sub-order; `userId` limits it to that customer's orders, `vendorId` to that
 * vendor's sub-orders of confirmed orders.
 */
export type InvoiceScope =
  | { audience: 'admin' | 'store'; orderId: string; orderVendorId?: string; userId?: string }
  | { audience: 'vendor'; orderVendorId: string; vendorId: string };

/** The path of the scope's invoice resource, which download and stream URLs are made of. */
export function invoicePath(scope: InvoiceScope): string {
  if (scope.audience === 'vendor') return `/vendor/orders/${scope.orderVendorId}/invoice`;
  const { audience, orderId, orderVendorId } = scope;
  const part = orderVendorId ? `/vendors/${orderVendorId}` : '';
  return `/${audience}/orders/${orderId}${part}/invoice`;
}

/** The sub-order of a scope that names one. */
export function onlyPart(
  scope: InvoiceScope,
  order: OrderInvoices,
): OrderInvoices['parts'][number] | undefined {
  return scope.orderVendorId ? order.parts[0] : undefined;
}
