import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

const NAME = 'orders_guest_buyer';

/** The first and the last order of a guest, whose key is the normalised e-mail. */
export async function up(knex: Knex): Promise<void> {
  // What an earlier attempt broke off in the middle is of no use and in the way.
  await knex.raw(`drop index concurrently if exists ${NAME}`);
  await knex.raw(
    `create index concurrently ${NAME} on orders (lower(btrim(email)), placed_at)
     where guest and confirmed_at is not null`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${NAME}`);
}
