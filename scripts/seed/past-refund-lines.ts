import { stableIdSql } from '#db/kernel/stable-id-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/**
 * Gives past refunds their lines. They are laid end to end over the lines and then the
 * shipping of what they are for, as far as that has not gone back, so that no line goes back twice.
 */
export function createPastRefundLines() {
  const fill = (scope: { refund: string; item: string; condition: string }) => `
    with bare as (
      select r.id, r.order_id, r.sub_order_id, r.amount, coalesce(r.processed_at, r.created_at) as at
      from payments_refunds r join payments p on p.id = r.payment_id
      where r.order_id = any(?::uuid[]) and r.status <> 'failed' and r.cause <> 'surplus' and not p.surplus
        and ${scope.condition} and not exists (select from payments_refund_lines rl where rl.refund_id = r.id)
    ), placed as (
      select bare.*, ${scope.refund} as scope,
        sum(amount) over (partition by ${scope.refund} order by at, id) as upto from bare
    ), gone as (
      select rl.sub_order_id, rl.line_id, sum(rl.amount) as amount
      from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
      where r.order_id in (select order_id from bare) and r.status <> 'failed' group by 1, 2
    ), items as (
      select sub_order.order_id, sub_order.id as sub_order_id, l.id as line_id, l.position, l.quantity, l.total, l.tax_total
      from orders_sub_orders sub_order join orders_lines l on l.sub_order_id = sub_order.id
      where sub_order.order_id in (select order_id from bare)
      union all
      select order_id, id, null, 2147483647, 0, shipping_total + shipping_tax_total, shipping_tax_total from orders_sub_orders
      where order_id in (select order_id from bare)
    ), left_over as (
      select items.*, ${scope.item} as scope, coalesce(gone.amount, 0) as gone, items.total - coalesce(gone.amount, 0) as rest
      from items left join gone on gone.sub_order_id = items.sub_order_id
        and gone.line_id is not distinct from items.line_id
    ), laid as (
      select left_over.*, sum(rest) over (partition by scope order by sub_order_id, position) as upto from left_over
    ), cut as (
      select placed.id as refund_id, laid.*,
        laid.gone + greatest(placed.upto - placed.amount, laid.upto - laid.rest) - (laid.upto - laid.rest) as begins,
        least(placed.upto, laid.upto) - greatest(placed.upto - placed.amount, laid.upto - laid.rest) as share
      from placed join laid on laid.scope = placed.scope
    ), taxed as (
      select cut.*, case when total = 0 then 0 else
        div(2 * tax_total * (begins + share) + total, 2 * total) - div(2 * tax_total * begins + total, 2 * total) end as tax
      from cut where share > 0
    )
    insert into payments_refund_lines (id, refund_id, sub_order_id, line_id, quantity, taxable_value, tax, amount)
    select ${stableIdSql(`'refund-line', refund_id::text, sub_order_id::text, coalesce(line_id::text, '')`)},
      refund_id, sub_order_id, line_id, case when share = total then quantity else 0 end, share - tax, tax, share
    from taxed on conflict (id) do nothing`;

  const ofSubOrders = fill({
    refund: 'sub_order_id',
    item: 'items.sub_order_id',
    condition: 'r.sub_order_id is not null',
  });
  const ofOrders = fill({
    refund: 'order_id',
    item: 'items.order_id',
    condition: 'r.sub_order_id is null',
  });

  return {
    /** @param orderIds of orders that are locked */
    async fill(tx: Tx, orderIds: readonly string[]): Promise<void> {
      await tx.raw(ofSubOrders, [[...orderIds]]);
      await tx.raw(ofOrders, [[...orderIds]]);
    },
  };
}
