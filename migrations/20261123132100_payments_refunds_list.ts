import type { Knex } from 'knex';

export const config = { transaction: false };

/** The list of refunds, newest first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index concurrently if not exists payments_refunds_created on payments_refunds (created_at desc, id desc)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists payments_refunds_created');
}
