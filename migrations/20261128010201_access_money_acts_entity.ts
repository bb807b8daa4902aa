import type { Knex } from 'knex';

export const config = { transaction: false };

/** Whether an operator has decided about a refund. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists access_money_acts_entity');
  await knex.raw('create index concurrently access_money_acts_entity on access_money_acts (entity_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists access_money_acts_entity');
}
