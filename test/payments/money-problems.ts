import type { Container } from '#runtime/container.js';

/** What must hold of money after every step: each statement returns what breaks its rule. */
const rules: Record<string, string> = {
  'no more goes back than was captured': `select p.id from payments p
    left join payments_refunds r on r.payment_id = p.id and r.status <> 'failed' where p.captured_amount is not null
    group by p.id having coalesce(sum(r.amount), 0) > p.captured_amount or p.refunded_total > p.captured_amount`,
  'a provider sends back no more than it brought': `select p.id from payments p
    join payments_refunds r on r.payment_id = p.id and r.status <> 'failed'
    where p.captured_amount is not null and not p.surplus
    group by p.id having sum(r.amount - r.store_credit) > p.captured_amount - p.store_credit`,
  'an order holds the store credit that its payment uses': `select o.id from orders o
    left join lateral (select p.store_credit from payments p where p.order_id = o.id and not p.surplus
      order by p.captured_at nulls last, p.id desc limit 1) p on true
    where o.store_credit > 0 and (select coalesce(-sum(m.amount), 0) from store_credit_movements m
        where m.order_id = o.id and m.kind in ('spent', 'released'))
      <> case when o.paid_at is null and o.status = 'cancelled' then 0 else coalesce(p.store_credit, 0) end`,
  'a refund to store credit is one movement': `select r.id from payments_refunds r
    left join store_credit_movements m on m.refund_id = r.id and m.kind = 'refunded'
    where coalesce(m.amount, 0) <> case when r.status = 'processed' then r.store_credit else 0 end`,
  'a refund is what its lines are': `select r.id from payments_refunds r
    join payments_refund_lines rl on rl.refund_id = r.id group by r.id having sum(rl.amount) <> r.amount`,
  'no line goes back twice': `select l.id from orders_lines l join payments_refund_lines rl on rl.line_id = l.id
    join payments_refunds r on r.id = rl.refund_id and r.status <> 'failed'
    group by l.id having sum(rl.amount) > l.total or sum(rl.tax) > l.tax_total or sum(rl.quantity) > l.quantity`,
  'no shipping goes back twice': `select sub_order.id from orders_sub_orders sub_order
    join payments_refund_lines rl on rl.sub_order_id = sub_order.id and rl.line_id is null
    join payments_refunds r on r.id = rl.refund_id and r.status <> 'failed'
    group by sub_order.id having sum(rl.amount) > sub_order.shipping_total`,
  'no piece is returned twice': `select l.id from orders_lines l join returns_lines x on x.line_id = l.id
    join returns_requests q on q.id = x.return_id and q.status in ('requested', 'approved', 'received', 'refunded')
    group by l.id having sum(x.quantity) > l.quantity or l.returned_quantity > l.quantity`,
  'every transaction of the ledger sums to zero': `select transaction_id from ledger_entries
    group by transaction_id having sum(amount) <> 0`,
  'credit notes are within their invoice': `select i.id from invoices i
    join invoices_credit_notes n on n.sub_order_id = i.sub_order_id
    group by i.id having sum(n.amount) > (i.snapshot -> 'totals' ->> 'grandTotal')::bigint
      or sum(n.tax) > (i.snapshot -> 'totals' ->> 'tax')::bigint`,
  'the invoice of a cancelled sub-order is credited': `select i.id from invoices i
    join orders_sub_orders sub_order on sub_order.id = i.sub_order_id and sub_order.status = 'cancelled'
    left join invoices_credit_notes n on n.sub_order_id = i.sub_order_id
    where i.sequence is not null
    group by i.id having coalesce(sum(n.amount), 0) <> (i.snapshot -> 'totals' ->> 'grandTotal')::bigint`,
  'every processed refund of an invoiced sub-order has its credit note': `select rl.refund_id
    from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id and r.status = 'processed'
    join invoices i on i.sub_order_id = rl.sub_order_id and i.sequence is not null
    join orders_sub_orders sub_order on sub_order.id = rl.sub_order_id and sub_order.status <> 'cancelled'
    where rl.amount > 0 and not exists (select from invoices_credit_notes n
      where n.sub_order_id = rl.sub_order_id and n.source_id = r.id)`,
};

const statement = Object.entries(rules)
  .map(([name, sql], index) => `select '${name}' as rule, id::text from (${sql}) as r${index} (id)`)
  .join(' union all ');

export async function moneyProblems(knex: Container['knex']): Promise<{ rule: string; id: string }[]> {
  return (await knex.raw<{ rows: { rule: string; id: string }[] }>(statement)).rows;
}
