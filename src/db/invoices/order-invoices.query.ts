import { instant, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { OrderInvoices } from '#domain/invoices/invoice-status.js';
import { fileSerial } from '#domain/invoices/serial.js';

const subOrderColumns = {
  orderId: uuid,
  orderNumber: text,
  orderStatus: text,
  subOrderId: uuid,
  vendorId: uuid,
  subOrderStatus: text,
  invoiceId: nullable(uuid),
  status: nullable(textOf<'requested' | 'pending' | 'ready' | 'failed'>()),
  prefix: nullable(text),
  financialYear: nullable(text),
  sequence: nullable(integer),
  storageKey: nullable(text),
  error: nullable(text),
  updatedAt: nullable(instant),
};
type SubOrderRow = RowOf<typeof subOrderColumns>;

/**
 * The sub-orders of an order with their invoices. With `userId` only that customer's order is found, with `subOrderId`
 * only that sub-order, and with `vendorId` only that vendor's, once it was confirmed; null when nothing is.
 */
export async function readOrderInvoices(
  reader: Reader,
  scope: ({ orderId: string; subOrderId?: string } | { orderId?: undefined; subOrderId: string }) & {
    userId?: string;
    vendorId?: string;
  },
): Promise<OrderInvoices | null> {
  const { orderId, subOrderId, userId, vendorId } = scope;
  const conditions: [sql: string, value: string][] = [
    ...(orderId ? [['o.id = ?', orderId] as [string, string]] : []),
    ...(subOrderId ? [['sub_order.id = ?', subOrderId] as [string, string]] : []),
    ...(userId ? [['o.user_id = ?', userId] as [string, string]] : []),
    ...(vendorId
      ? [['sub_order.confirmed_at is not null and sub_order.vendor_id = ?', vendorId] as [string, string]]
      : []),
  ];
  const rows = await query(reader, subOrderColumns)(
    `select o.id as order_id, o.order_number, o.status as order_status, sub_order.id as sub_order_id, sub_order.vendor_id,
       sub_order.status as sub_order_status, i.id as invoice_id, i.status, i.prefix, i.financial_year, i.sequence,
       i.storage_key, i.error, i.updated_at
     from orders o
     join orders_sub_orders sub_order on sub_order.order_id = o.id
     left join invoices i on i.sub_order_id = sub_order.id
     where ${conditions.map(([sql]) => sql).join(' and ')}
     order by sub_order.id`,
    conditions.map(([, value]) => value),
  );
  const [first] = rows;
  if (!first) return null;
  return {
    orderId: first.orderId,
    orderNumber: first.orderNumber,
    confirmed: first.orderStatus !== 'pending_payment',
    subOrders: rows.map((row) => ({
      subOrderId: row.subOrderId,
      vendorId: row.vendorId,
      cancelled: row.subOrderStatus === 'cancelled',
      invoice: invoiceOf(row),
    })),
  };
}

function invoiceOf(row: SubOrderRow): OrderInvoices['subOrders'][number]['invoice'] {
  const { invoiceId, status, prefix, financialYear, sequence, storageKey, error, updatedAt } = row;
  if (invoiceId === null || status === null || updatedAt === null) return null;
  const issued = prefix !== null && financialYear !== null && sequence !== null;
  const invoiceNumber = issued ? fileSerial({ prefix, financialYear, sequence }) : null;
  return { id: invoiceId, status, invoiceNumber, storageKey, error, updatedAt };
}
