import { integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

const unshippedSubOrderColumns = {
  subOrderId: uuid,
  vendorId: uuid,
  orderNumber: text,
  /** The attempt that a parcel would have now. */
  attempt: integer,
};
export type UnshippedSubOrder = RowOf<typeof unshippedSubOrderColumns>;

/** Sub-orders that wait for a parcel and have none, in the order of their ids, those behind `after`. */
export async function readUnshippedSubOrders(
  reader: Reader,
  page: { after: string | null; limit: number },
): Promise<UnshippedSubOrder[]> {
  return query(reader, unshippedSubOrderColumns)(
    `select p.id as sub_order_id, p.vendor_id, o.order_number,
       coalesce((select max(s.attempt) from shipping_shipments s where s.sub_order_id = p.id), 0) + 1 as attempt
     from orders_sub_orders p join orders o on o.id = p.order_id
     where p.status = 'pending' and o.status not in ('pending_payment', 'cancelled')
       and not exists (select from shipping_shipments s
         where s.sub_order_id = p.id and s.status in ('creating', 'created'))
       and (?::uuid is null or p.id > ?::uuid)
     order by p.id limit ?`,
    [page.after, page.after, page.limit],
  );
}
