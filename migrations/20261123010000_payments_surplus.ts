import type { Knex } from 'knex';

/**
 * Which money never belonged to its order, because the order had its payment, or got it later: its way back leaves the
 * order's figures alone. Said once, when the money comes: afterwards a cancelled order and its payments look alike.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table payments add column if not exists surplus boolean not null default false`);
  await knex.raw(`
    -- allow whole-table-write: only payments that are on their way back this minute, a handful
    update payments p set surplus = true from orders o
    where o.id = p.order_id and p.status = 'refund_due'
      and (o.status <> 'cancelled' or (o.paid_at is not null and p.captured_at <> o.paid_at))
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table payments drop column if exists surplus`);
}
