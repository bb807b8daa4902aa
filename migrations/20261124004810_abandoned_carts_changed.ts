import type { Knex } from 'knex';

export const config = { transaction: false };

/** Open carts in the order of their last change, so that reminders find what changed without a statement of the cart. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists carts_changed');
  await knex.raw(`create index concurrently carts_changed on carts (updated_at, id) where status = 'open'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists carts_changed');
}
