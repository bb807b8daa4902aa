import type { Knex } from 'knex';

/** The provider account that a transfer was sent from, as a hash, so that changed credentials never send it again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers add column sent_from text;
    alter table payouts_accounts add column sent_from text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers drop column sent_from;
    alter table payouts_accounts drop column sent_from;
  `);
}
