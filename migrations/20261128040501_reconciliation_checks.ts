import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds validate constraint payments_refunds_origin;
    alter table ledger_transactions validate constraint ledger_transactions_kinds;
    alter table ledger_transactions validate constraint ledger_transactions_vendor_kinds;
  `);
}

export async function down(): Promise<void> {
  // A validated constraint is dropped as any other, by the migration before.
}
