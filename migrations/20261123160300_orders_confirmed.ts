import type { Knex } from 'knex';

export const config = { transaction: false };

/** Orders by the day on which they were confirmed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index concurrently if not exists orders_confirmed on orders (confirmed_at) where confirmed_at is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_confirmed');
}
