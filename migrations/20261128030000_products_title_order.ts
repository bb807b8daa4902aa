import type { Knex } from 'knex';

export const config = { transaction: false };

/** Lists are sorted by ICU's root order, which an index serves only in that collation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists products_vendor_title');
  await knex.raw(
    'create index concurrently products_vendor_title on products (vendor_id, title collate "und-x-icu", id) where deleted_at is null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists products_vendor_title');
  await knex.raw(
    'create index concurrently products_vendor_title on products (vendor_id, title, id) where deleted_at is null',
  );
}
