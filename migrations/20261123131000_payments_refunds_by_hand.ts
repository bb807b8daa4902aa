import type { Knex } from 'knex';

/** Cash goes back by hand: such a refund waits for an operator, who records how it was paid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds add column by_hand boolean not null default false, add column reference text;
    update payments_refunds r set by_hand = true
      from payments p where p.id = r.payment_id and p.provider_id = 'cod' and r.status = 'pending';
    create index payments_refunds_created on payments_refunds (created_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payments_refunds_created;
    alter table payments_refunds drop column by_hand, drop column reference;
  `);
}
