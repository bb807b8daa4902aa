import type { Knex } from 'knex';

/** Payouts that the bank returned were counted as paid: the next refresh computes every day again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- allow whole-table-write: the table has exactly one row
    update analytics_state set rebuild = true where computed_at is not null
  `);
}

/** The earlier code needs its own sums: the next refresh computes every day again here, too. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    -- allow whole-table-write: the table has exactly one row
    update analytics_state set rebuild = true where computed_at is not null
  `);
}
