import type { OrderInvoices } from '#domain/invoices/invoice-status.js';

/** Whose invoices: an order's, or those of one vendor's part of it; `userId` limits it to that customer's orders. */
export interface InvoiceScope {
  audience: 'admin' | 'store';
  orderId: string;
  orderVendorId?: string;
  userId?: string;
}

/** The path of the scope's invoice resource, which download and stream URLs are made of. */
export function invoicePath({ audience, orderId, orderVendorId }: InvoiceScope): string {
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
