import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

/** What is over, among all that is not: expired sessions, and guests. */
const indexes = {
  accounts_sessions_expiry: 'accounts_sessions (expires_at)',
  accounts_users_guests: 'accounts_users (created_at) where is_anonymous',
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
