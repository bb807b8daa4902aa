import type { Knex } from 'knex';

export const config = { transaction: false };

/** The first month of which commission has to be invoiced. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index concurrently if not exists ledger_transactions_commission_tax
       on ledger_transactions (posted_at) where commission_tax <> 0`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists ledger_transactions_commission_tax');
}
