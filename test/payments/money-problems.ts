import type { Container } from '#runtime/container.js';

/** What must hold of money after every step: each statement returns what breaks its rule. */
const rules: Record<string, string> = {
  'no more goes back than was captured': `select p.id from payments p
    left join payments_refunds r on r.payment_id = p.id and r.status <> 'failed' where p.captured_amount is not null
    group by p.id having coalesce(sum(r.amount), 0) > p.captured_amount or p.refunded_total > p.captured_amount`,
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
