import { integer, jsonOf, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import type { PaymentStatus } from '#domain/orders/order.js';

/** What is still to be sent of a sub-order, and where to. */
const unsentPiecesColumns = {
  vendorId: uuid,
  shippingAddress: jsonOf<Address>(),
  paymentMethod: text,
  paymentStatus: textOf<PaymentStatus>(),
  /** Grams; 0 where no line says it. */
  weight: integer,
  /** Subunits. */
  value: integer,
};
export type UnsentPieces = RowOf<typeof unsentPiecesColumns>;

/** A confirmed sub-order, of one vendor where `vendorId` is given. */
export async function readUnsentPieces(
  reader: Reader,
  { subOrderId, vendorId }: { subOrderId: string; vendorId?: string },
): Promise<UnsentPieces | undefined> {
  const rows = await query(reader, unsentPiecesColumns)(
    `select p.vendor_id, o.shipping_address, o.payment_method, o.payment_status,
       coalesce(sum(coalesce(l.weight, 0) * (l.quantity - l.cancelled_quantity - l.sent_quantity)), 0)::integer as weight,
       coalesce(sum(round(l.total::numeric * (l.quantity - l.cancelled_quantity - l.sent_quantity) / l.quantity)), 0)::bigint as value
     from orders_sub_orders p
     join orders o on o.id = p.order_id
     join orders_lines l on l.sub_order_id = p.id
     where p.id = ? and p.confirmed_at is not null and (?::uuid is null or p.vendor_id = ?)
     group by p.vendor_id, o.shipping_address, o.payment_method, o.payment_status`,
    [subOrderId, vendorId ?? null, vendorId ?? null] as string[],
  );
  return rows[0];
}
