import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- which settlement carried a payment, or the cash of an AWB
    create index reconciliation_settlement_lines_ref on reconciliation_settlement_lines (provider_ref);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index reconciliation_settlement_lines_ref');
}
