import type { Reader } from '#db/kernel/unit-of-work.js';
import type { RefundableSubOrder } from '#domain/payments/refundable.js';

/**
 * An order that was paid before its sales were posted to the ledger has none at all. All of it was paid; that no more goes
 * back than was captured is decided beside this.
 */
const paidWithoutSalesSql = `select from payments p join orders o on o.id = p.order_id
  where p.order_id = sub_order.order_id and o.paid_at is not null and p.captured_at is not null and not p.surplus
    and not exists (select from ledger_transactions t where t.kind = 'sale' and t.order_id = sub_order.order_id)`;

/** The sub-orders of an order with what can still go back of each; read it under the lock of the order. */
export async function readRefundable(reader: Reader, orderId: string): Promise<RefundableSubOrder[]> {
  const { rows } = await reader.raw<{ rows: RefundableSubOrder[] }>(
    `with gone as (
       select rl.sub_order_id, rl.line_id, sum(rl.amount)::bigint as amount, sum(rl.tax)::bigint as tax,
         sum(rl.quantity)::integer as pieces
       from payments_refunds r join payments_refund_lines rl on rl.refund_id = r.id
       where r.order_id = ? and r.status <> 'failed'
       group by rl.sub_order_id, rl.line_id
     )
     select sub_order.id as sub_order_id, sub_order.vendor_id, sub_order.status, sub_order.shipping_total,
       exists (select from ledger_transactions t where t.kind = 'sale' and t.sub_order_id = sub_order.id)
         or exists (${paidWithoutSalesSql}) as paid,
       coalesce((select gone.amount from gone where gone.sub_order_id = sub_order.id and gone.line_id is null), 0)
         as shipping_refunded,
       (select jsonb_agg(jsonb_build_object('lineId', l.id, 'variantId', l.variant_id, 'quantity', l.quantity,
          'total', l.total, 'taxTotal', l.tax_total, 'refundedAmount', coalesce(gone.amount, 0),
          'refundedTax', coalesce(gone.tax, 0), 'refundedPieces', coalesce(gone.pieces, 0), 'returningPieces', coalesce((
            select sum(x.quantity) from returns_lines x join returns_requests q on q.id = x.return_id
            where x.line_id = l.id and q.status in ('requested', 'approved')), 0),
          'cancelledPieces', l.cancelled_quantity, 'restockedPieces', l.restocked_quantity) order by l.position)
        from orders_lines l left join gone on gone.line_id = l.id
        where l.sub_order_id = sub_order.id) as lines
     from orders_sub_orders sub_order where sub_order.order_id = ? order by sub_order.id`,
    [orderId, orderId],
  );
  return rows;
}
