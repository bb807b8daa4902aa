export type InvoiceStatus = 'none' | 'pending' | 'ready' | 'failed';

/** A sub-order with what is known of its invoice. */
export interface InvoicePart {
  orderVendorId: string;
  vendorId: string;
  cancelled: boolean;
  invoice: {
    id: string;
    status: 'wished' | 'pending' | 'ready' | 'failed';
    /** As in file names, `INV-2627-000001`; null until issued. */
    invoiceNumber: string | null;
    storageKey: string | null;
    error: string | null;
    updatedAt: Date;
  } | null;
}

export interface OrderInvoices {
  orderId: string;
  orderNumber: string;
  /** Whether invoices may be issued: the order is past `pending_payment`. */
  confirmed: boolean;
  parts: InvoicePart[];
}

/** The status of one sub-order; nothing is known of an order that is not confirmed. */
export function partStatus(order: Pick<OrderInvoices, 'confirmed'>, part: InvoicePart): InvoiceStatus {
  if (!order.confirmed || !part.invoice || part.invoice.status === 'wished') return 'none';
  return part.invoice.status;
}

/**
 * The status of an order's invoices together, over the sub-orders that were not cancelled: failed when any failed, pending
 * when any is pending, ready when all are.
 */
export function mergedStatus(order: OrderInvoices): InvoiceStatus {
  const statuses = activeSubOrders(order).map((part) => partStatus(order, part));
  if (statuses.includes('failed')) return 'failed';
  if (statuses.includes('pending')) return 'pending';
  return statuses.length > 0 && statuses.every((status) => status === 'ready') ? 'ready' : 'none';
}

export function activeSubOrders(order: OrderInvoices): InvoicePart[] {
  return order.parts.filter((part) => !part.cancelled);
}
