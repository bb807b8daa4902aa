import type { Knex } from 'knex';

/** Finds the orders that a guest placed with an e-mail address, confirmed or not, when an account verifies that address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index concurrently if not exists orders_guest_email on orders (lower(btrim(email)), placed_at desc) where guest',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_guest_email');
}

export const config = { transaction: false };
