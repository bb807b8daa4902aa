export type InvoiceStatus = 'none' | 'pending' | 'ready' | 'failed';

/** A sub-order with what is known of its invoice. */
export interface InvoicedSubOrder {
  subOrderId: string;
  vendorId: string;
  cancelled: boolean;
  invoice: {
    id: string;
    status: 'requested' | 'pending' | 'ready' | 'failed';
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
  subOrders: InvoicedSubOrder[];
}

/** The status of one sub-order; nothing is known of an order that is not confirmed. */
export function subOrderStatus(
  order: Pick<OrderInvoices, 'confirmed'>,
  subOrder: InvoicedSubOrder,
): InvoiceStatus {
  if (!order.confirmed || !subOrder.invoice || subOrder.invoice.status === 'requested') return 'none';
  return subOrder.invoice.status;
}

/**
 * The status of an order's invoices together, over the sub-orders that were not cancelled: failed when any failed, pending
 * when any is pending, ready when all are.
 */
export function mergedStatus(order: OrderInvoices): InvoiceStatus {
  const statuses = activeSubOrders(order).map((subOrder) => subOrderStatus(order, subOrder));
  if (statuses.includes('failed')) return 'failed';
  if (statuses.includes('pending')) return 'pending';
  return statuses.length > 0 && statuses.every((status) => status === 'ready') ? 'ready' : 'none';
}

export function activeSubOrders(order: OrderInvoices): InvoicedSubOrder[] {
  return order.subOrders.filter((subOrder) => !subOrder.cancelled);
}
