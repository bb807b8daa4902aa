import type { Knex } from 'knex';

/** Since when the provider has not known a transfer that it had accepted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers add column missing_since timestamptz;
    alter table payouts_accounts add column missing_since timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers drop column missing_since;
    alter table payouts_accounts drop column missing_since;
  `);
}
