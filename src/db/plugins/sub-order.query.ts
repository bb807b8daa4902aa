import type { Reader } from '#db/kernel/unit-of-work.js';

/** A vendor's part of an order, as plugins see it. Amounts in subunits of `currency`. */
export interface SubOrderDetails {
  id: string;
  orderId: string;
  orderNumber: string;
  vendorId: string;
  /** The buyer. */
  userId: string;
  guest: boolean;
  status: string;
  /** What the buyer pays for it, shipping and taxes included. */
  total: number;
  currency: string;
}

/** @returns undefined when there is none */
export async function readSubOrder(reader: Reader, id: string): Promise<SubOrderDetails | undefined> {
  const { rows } = await reader.raw<{ rows: SubOrderDetails[] }>(
    `select s.id, s.order_id, o.order_number, s.vendor_id, o.user_id, o.guest, s.status, s.total, o.currency
     from orders_sub_orders s join orders o on o.id = s.order_id where s.id = ?`,
    [id],
  );
  return rows[0];
}
