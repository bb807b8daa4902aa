import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

/**
 * A vendor's list by title and by last change, without sorting all of the vendor's products for a page. By creation
 * `products_vendor` serves it already.
 */
const indexes = {
  products_vendor_title: 'products (vendor_id, title, id) where deleted_at is null',
  products_vendor_updated: 'products (vendor_id, updated_at, id) where deleted_at is null',
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
