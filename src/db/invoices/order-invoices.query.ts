import type { Reader } from '#db/kernel/unit-of-work.js';
import type { OrderInvoices } from '#domain/invoices/invoice-status.js';
import { fileSerial } from '#domain/invoices/serial.js';

interface PartRow {
  orderId: string;
  orderNumber: string;
  orderStatus: string;
  orderVendorId: string;
  vendorId: string;
  partStatus: string;
  invoiceId: string | null;
  status: 'wished' | 'pending' | 'ready' | 'failed' | null;
  prefix: string | null;
  financialYear: string | null;
  sequence: number | null;
  storageKey: string | null;
  error: string | null;
  updatedAt: Date;
}

/**
 * The sub-orders of an order with their invoices. With `userId` only that customer's order is found, with `orderVendorId`
 * only that sub-order, and with `vendorId` only that vendor's, once it was confirmed; null when nothing is.
 */
export async function readOrderInvoices(
  reader: Reader,
  scope: ({ orderId: string; orderVendorId?: string } | { orderId?: undefined; orderVendorId: string }) & {
    userId?: string;
    vendorId?: string;
  },
): Promise<OrderInvoices | null> {
  const { orderId, orderVendorId, userId, vendorId } = scope;
  const conditions: [sql: string, value: string][] = [
    ...(orderId ? [['o.id = ?', orderId] as [string, string]] : []),
    ...(orderVendorId ? [['part.id = ?', orderVendorId] as [string, string]] : []),
    ...(userId ? [['o.user_id = ?', userId] as [string, string]] : []),
    ...(vendorId
      ? [['part.confirmed_at is not null and part.vendor_id = ?', vendorId] as [string, string]]
      : []),
  ];
  const { rows } = await reader.raw<{ rows: PartRow[] }>(
    `select o.id as order_id, o.order_number, o.status as order_status, part.id as order_vendor_id, part.vendor_id,
       part.status as part_status, i.id as invoice_id, i.status, i.prefix, i.financial_year, i.sequence,
       i.storage_key, i.error, i.updated_at
     from orders o
     join orders_vendors part on part.order_id = o.id
     left join invoices i on i.order_vendor_id = part.id
     where ${conditions.map(([sql]) => sql).join(' and ')}
     order by part.id`,
    conditions.map(([, value]) => value),
  );
  const [first] = rows;
  if (!first) return null;
  return {
    orderId: first.orderId,
    orderNumber: first.orderNumber,
    confirmed: first.orderStatus !== 'pending_payment',
    parts: rows.map((row) => ({
      orderVendorId: row.orderVendorId,
      vendorId: row.vendorId,
      cancelled: row.partStatus === 'cancelled',
      invoice: invoiceOf(row),
    })),
  };
}

function invoiceOf(row: PartRow): OrderInvoices['parts'][number]['invoice'] {
  const { invoiceId, status, prefix, financialYear, sequence, storageKey, error, updatedAt } = row;
  if (invoiceId === null || status === null) return null;
  const issued = prefix !== null && financialYear !== null && sequence !== null;
  const invoiceNumber = issued ? fileSerial({ prefix, financialYear, sequence }) : null;
  return { id: invoiceId, status, invoiceNumber, storageKey, error, updatedAt };
}
