import { boolean, integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** A vendor's part of an order, as plugins see it. Amounts in subunits of `currency`. */
const subOrderDetailsColumns = {
  id: uuid,
  orderId: uuid,
  orderNumber: text,
  vendorId: uuid,
  /** The buyer. */
  userId: uuid,
  guest: boolean,
  status: text,
  /** What the buyer pays for it, shipping and taxes included. */
  total: integer,
  currency: text,
};
export type SubOrderDetails = RowOf<typeof subOrderDetailsColumns>;

/** @returns undefined when there is none */
export async function readSubOrder(reader: Reader, id: string): Promise<SubOrderDetails | undefined> {
  const rows = await query(reader, subOrderDetailsColumns)(
    `select s.id, s.order_id, o.order_number, s.vendor_id, o.user_id, o.guest, s.status, s.total, o.currency
     from orders_sub_orders s join orders o on o.id = s.order_id where s.id = ?`,
    [id],
  );
  return rows[0];
}
