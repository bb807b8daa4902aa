import type { Knex } from 'knex';

export const config = { transaction: false };

/** Lists are sorted by ICU's root order, which an index serves only in that collation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists dynamic_listings_groups_list');
  await knex.raw(
    'create index concurrently dynamic_listings_groups_list on dynamic_listings_groups (title collate "und-x-icu", id)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists dynamic_listings_groups_list');
  await knex.raw(
    'create index concurrently dynamic_listings_groups_list on dynamic_listings_groups (title, id)',
  );
}
