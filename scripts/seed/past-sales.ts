import { stableIdSql } from '#db/kernel/stable-id-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';

/** Of payments whose money belongs to a paid order that has no sale in the ledger. */
const missingSale = `not p.surplus and p.captured_at is not null and o.paid_at is not null
  and not exists (select from ledger_transactions t where t.order_id = o.id and t.kind = 'sale')`;

const half = (amount: string, share: string, whole: string) =>
  `div(2::numeric * ${amount} * ${share} + ${whole}, 2::numeric * ${whole})::bigint`;

/** Entries of the transactions in `posted`, and the open ones of vendors. */
const entries = `
  sides as (
    select id, 'vendor:' || vendor_id as account, vendor_id, net as amount, sub_order_id, kind, posted_at from posted
    union all select id, 'commission', null, commission, null, kind, posted_at from posted
    union all select id, 'receipts:' || provider_id, null, -net - commission, null, kind, posted_at from posted
  ), entered as (
    insert into ledger_entries (id, transaction_id, account, vendor_id, amount)
    select ${stableIdSql(`'entry', id::text, account`)}, id, account, vendor_id, amount from sides where amount <> 0
    returning id
  )
  insert into ledger_open_entries (entry_id, vendor_id, sub_order_id, kind, amount, posted_at)
  select ${stableIdSql(`'entry', id::text, account`)}, vendor_id, sub_order_id, kind, amount, posted_at
  from sides where vendor_id is not null and amount <> 0
    and exists (select from entered)`;

const columns = `id, kind, source_id, vendor_id, order_id, sub_order_id, payment_id, provider_id, gross, commission, net,
  reason, actor, posted_at`;

/**
 * Posts the sales of past orders at the time of their capture, and their processed refunds. Nothing is withheld from them. All of it is set-based, for millions of orders.
 */
export function createPastSales() {
  return {
    /** Locks the next paid orders without a sale, in the order of their ids. */
    async next(tx: Tx, after: string | null, limit: number): Promise<string[]> {
      const { rows } = await tx.raw<{ rows: { id: string }[] }>(
        `select o.id from orders o
         where o.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000')
           and exists (select from payments p where p.order_id = o.id and ${missingSale})
         order by o.id limit ? for no key update of o`,
        [after, limit] as never[],
      );
      return rows.map(({ id }) => id);
    },

    /**
     * The sales of locked orders. Which sub-orders a payment is for follows from its amount: all of them, or, of cash,
     * those that were handed over or that remained.
     */
    async postSales(tx: Tx, orderIds: readonly string[], actor: Actor): Promise<void> {
      await tx.raw(
        `with due as (
           select p.id as payment_id, p.order_id, p.provider_id, p.captured_at, p.captured_amount
           from payments p join orders o on o.id = p.order_id where p.order_id = any(?::uuid[]) and ${missingSale}
         ), sums as (
           select due.payment_id, sum(sub_order.total) as everything,
             sum(sub_order.total) filter (where sub_order.status in ('delivered', 'returned')) as handed_over,
             sum(sub_order.total) filter (where sub_order.status not in ('cancelled', 'returned')) as remaining,
             sum(sub_order.total) filter (where sub_order.status <> 'cancelled') as sent
           from due join orders_sub_orders sub_order on sub_order.order_id = due.order_id group by due.payment_id
         ), posted as (
           insert into ledger_transactions (${columns})
           select ${stableIdSql(`'sale', sub_order.id::text`)}, 'sale', sub_order.id, sub_order.vendor_id, due.order_id, sub_order.id,
             due.payment_id, due.provider_id, sub_order.total, sub_order.commission_total, sub_order.total - sub_order.commission_total,
             null, ?::jsonb, due.captured_at
           from due join sums using (payment_id) join orders_sub_orders sub_order on sub_order.order_id = due.order_id
           where case
             when everything = captured_amount then true
             when handed_over = captured_amount then sub_order.status in ('delivered', 'returned')
             when remaining = captured_amount then sub_order.status not in ('cancelled', 'returned')
             else sent = captured_amount and sub_order.status <> 'cancelled' end
           on conflict (kind, source_id, vendor_id) do nothing
           returning *
         ), ${entries}`,
        [[...orderIds], JSON.stringify(actor)],
      );
    },

    /** The processed refunds of orders whose sales are posted, each with the commission that it takes back. */
    async postRefunds(tx: Tx, orderIds: readonly string[], actor: Actor): Promise<void> {
      await tx.raw(
        `with refunds as (
           select r.id, r.reason, coalesce(r.processed_at, r.created_at) as at, rl.sub_order_id, sum(rl.amount) as amount
           from payments_refunds r join payments p on p.id = r.payment_id
           join payments_refund_lines rl on rl.refund_id = r.id
           where r.order_id = any(?::uuid[]) and r.status = 'processed' and not p.surplus
           group by r.id, rl.sub_order_id having sum(rl.amount) > 0
         ), counted as (
           select refunds.*, s.vendor_id, s.order_id, s.payment_id, s.provider_id, s.gross, s.commission,
             sum(refunds.amount) over (partition by refunds.sub_order_id order by refunds.at, refunds.id) as upto
           from refunds join ledger_transactions s on s.sub_order_id = refunds.sub_order_id and s.kind = 'sale'
         ), shares as (
           select counted.*, ${half('commission', 'upto', 'gross')} - ${half('commission', '(upto - amount)', 'gross')} as back
           from counted where gross > 0
         ), posted as (
           insert into ledger_transactions (${columns})
           select ${stableIdSql(`'refund', id::text, sub_order_id::text`)}, 'refund', id, vendor_id, order_id,
             sub_order_id, payment_id, provider_id, -amount, -back, back - amount, reason, ?::jsonb, at
           from shares on conflict (kind, source_id, vendor_id) do nothing
           returning *
         ), ${entries}`,
        [[...orderIds], JSON.stringify(actor)],
      );
    },

    /** The cash sales among these orders, for what their vendors hold of them. */
    async cashSales(
      tx: Tx,
      orderIds: readonly string[],
    ): Promise<
      {
        subOrderId: string;
        vendorId: string;
        orderId: string;
        paymentId: string;
        gross: number;
        postedAt: Date;
      }[]
    > {
      return (await tx('ledger_transactions')
        .whereIn('orderId', [...orderIds])
        .where({ kind: 'sale', providerId: 'cod' })
        .orderBy('id')
        .select('subOrderId', 'vendorId', 'orderId', 'paymentId', 'gross', 'postedAt')) as never;
    },
  };
}
