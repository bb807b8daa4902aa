import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

/** Orders paid since an instant, and refunds by the day on which they were processed. */
const indexes = {
  orders_paid: 'orders (paid_at) where paid_at is not null',
  payments_refunds_processed: `payments_refunds (processed_at) where status = 'processed'`,
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
