import type { Knex } from 'knex';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  // Which settlement carried a payment, or the cash of an AWB.
  await knex.raw('drop index concurrently if exists reconciliation_settlement_lines_ref');
  await knex.raw(
    `create index concurrently reconciliation_settlement_lines_ref
     on reconciliation_settlement_lines (provider_ref)`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists reconciliation_settlement_lines_ref');
}
