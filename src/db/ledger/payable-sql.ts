/**
 * When an open entry `e` can be paid out: negative ones and adjustments at once; a sale, and the tax collected on its supply, once its sub-order was delivered
 * before the cut-off without an open return, one that waits until the cash of its order is taken, a pending refund, a failed one that
 * is neither paid nor given up, or an open dispute of its order, or once all of it went back.
 * @param cutOff SQL of the instant before which a sub-order has to be delivered
 */
export function payableSql(cutOff: string): string {
  return `(e.kind not in ('sale', 'tcs') or (e.kind = 'sale' and e.amount <= 0) or (
    not exists (select from returns_requests q
      where q.sub_order_id = e.sub_order_id and (q.status in ('requested', 'approved')
        or (q.status = 'received' and q.refund_id is null
          and exists (select from orders o where o.id = q.order_id and o.paid_at is null))))
    and not exists (select from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
      where rl.sub_order_id = e.sub_order_id
        and (r.status = 'pending' or (r.status = 'failed' and r.given_up_at is null)))
    and not exists (select from reconciliation_disputes d join orders_sub_orders disputed on disputed.order_id = d.order_id
      where disputed.id = e.sub_order_id and d.state in ('opened', 'under_review'))
    and (exists (select from orders_sub_orders sub_order where sub_order.id = e.sub_order_id
        and sub_order.status in ('delivered', 'returned') and sub_order.delivered_at <= ${cutOff})
      or exists (select from ledger_transactions t where t.sub_order_id = e.sub_order_id
        having sum(t.gross) = 0))))`;
}
