import type { Knex } from 'knex';

export const config = { transaction: false };

/** Finds variants whose price or publication changes by time alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index concurrently if not exists products_variants_special_start
    on products_variants (special_price_start) where special_price_start is not null and deleted_at is null`);
  await knex.raw(`create index concurrently if not exists products_variants_special_end
    on products_variants (special_price_end) where special_price_end is not null and deleted_at is null`);
  await knex.raw(`create index concurrently if not exists products_publication
    on products (published_at) where published_at is not null and deleted_at is null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists products_publication');
  await knex.raw('drop index concurrently if exists products_variants_special_end');
  await knex.raw('drop index concurrently if exists products_variants_special_start');
}
