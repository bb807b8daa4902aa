import type { Knex } from 'knex';

/** The refusal of a repeated call to a payout provider, which is final only where the first call never arrived. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers add column refusal text;
    alter table payouts_accounts add column refusal text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts_transfers drop column refusal;
    alter table payouts_accounts drop column refusal;
  `);
}
