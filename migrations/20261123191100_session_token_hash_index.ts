import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists accounts_sessions_token_hash');
  await knex.raw(
    'create unique index concurrently accounts_sessions_token_hash on accounts_sessions (token_hash)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists accounts_sessions_token_hash');
}
