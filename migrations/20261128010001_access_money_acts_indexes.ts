import type { Knex } from 'knex';

export const config = { transaction: false };

/** The acts of a person within a day, and those that no mail has summed up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists access_money_acts_person');
  await knex.raw(
    'create index concurrently access_money_acts_person on access_money_acts (person, acted_at)',
  );
  await knex.raw('drop index concurrently if exists access_money_acts_unmailed');
  await knex.raw(
    'create index concurrently access_money_acts_unmailed on access_money_acts (acted_at) where mailed_at is null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists access_money_acts_unmailed');
  await knex.raw('drop index concurrently if exists access_money_acts_person');
}
