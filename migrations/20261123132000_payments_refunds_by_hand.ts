import type { Knex } from 'knex';

/**
 * Cash goes back by hand: such a refund waits for an operator, who records how it was paid. Refunds of cash that are
 * pending now were handed to their workflow already, which ends them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds add column by_hand boolean not null default false, add column reference text
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payments_refunds drop column by_hand, drop column reference');
}
