/**
 * When an open entry `e` can be paid out: negative ones and adjustments at once; a sale once its sub-order was delivered
 * before the cut-off without an open return or a pending refund, or once all of it went back.
 * @param cutOff SQL of the instant before which a sub-order has to be delivered
 */
export function payableSql(cutOff: string): string {
  return `(e.kind <> 'sale' or e.amount <= 0 or (
    not exists (select from returns_requests q
      where q.order_vendor_id = e.order_vendor_id and q.status in ('requested', 'approved'))
    and not exists (select from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
      where rl.order_vendor_id = e.order_vendor_id and r.status = 'pending')
    and (exists (select from orders_vendors part where part.id = e.order_vendor_id
        and part.status in ('delivered', 'returned') and part.delivered_at <= ${cutOff})
      or exists (select from ledger_transactions t where t.order_vendor_id = e.order_vendor_id
        having sum(t.gross) = 0))))`;
}
