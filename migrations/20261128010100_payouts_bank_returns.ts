import type { Knex } from 'knex';

/** By which reference the bank returned a payout that was recorded as paid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payouts add column return_reference text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payouts drop column return_reference');
}
