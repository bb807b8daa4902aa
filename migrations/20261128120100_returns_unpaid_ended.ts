import type { Knex } from 'knex';

/** Returns of cash that no courier took were received and never ended, and kept their buyers' data from being erased. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- allow whole-table-write: only returns that nobody could end, a few of each installation
    update returns_requests q set status = 'refunded', updated_at = now()
    from orders_sub_orders s
    where s.id = q.sub_order_id and s.delivered_at is null and q.status = 'received' and q.refund_id is null
      and not exists (select from payments p where p.order_id = q.order_id and p.captured_at is not null and not p.surplus)
  `);
}

/** What was received without a refund cannot be told from what has ended since. */
export async function down(): Promise<void> {}
