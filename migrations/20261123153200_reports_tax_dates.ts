import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

/** Sub-orders by confirmation: the date of the tax report. Refunds by processing have an index already. */
const indexes = {
  orders_vendors_confirmed: 'orders_vendors (confirmed_at) where confirmed_at is not null',
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(indexes)) {
    // What an earlier attempt broke off in the middle is of no use and in the way.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
}
