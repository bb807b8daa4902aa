import type { Knex } from 'knex';

export const config = { transaction: false };

/** Lists are sorted by ICU's root order, which an index serves only in that collation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists accounts_users_name');
  await knex.raw(
    'create index concurrently accounts_users_name on accounts_users (name collate "und-x-icu", id) where not is_anonymous',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists accounts_users_name');
  await knex.raw(
    'create index concurrently accounts_users_name on accounts_users (name, id) where not is_anonymous',
  );
}
