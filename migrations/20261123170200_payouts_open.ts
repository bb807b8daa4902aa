import type { Knex } from 'knex';

export const config = { transaction: false };

/** Payouts that the bank has still to be told of, for the export. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index concurrently if not exists payouts_open on payouts (id) where status = 'pending'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists payouts_open');
}
