import type { Knex } from 'knex';

export const config = { transaction: false };

/** Reads a page of failed items in their order, however many there are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index concurrently if not exists feeds_items_failed
    on feeds_items (feed, updated_at desc, variant_id) where status = 'failed'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists feeds_items_failed');
}
