import type { Knex } from 'knex';

/** Built beside the writes of others, which is no work for a transaction. */
export const config = { transaction: false };

/**
 * Lists of vendors read a page from an index instead of sorting everything the vendor has. Stock has no index on its
 * counts or `updated_at`: they change with every order, and an index on them would end updates within the page (HOT).
 */
const indexes = {
  products_variants_vendor_created: 'products_variants (vendor_id, created_at, id) where deleted_at is null',
  products_variants_vendor_sku: 'products_variants (vendor_id, sku, id) where deleted_at is null',
  orders_vendors_vendor_confirmed: 'orders_vendors (vendor_id, placed_at, id) where confirmed_at is not null',
  products_vendor_search:
    'products using gin (vendor_id, title gin_trgm_ops, slug gin_trgm_ops) where deleted_at is null',
  products_variants_vendor_search:
    'products_variants using gin (vendor_id, sku gin_trgm_ops) where deleted_at is null and sku is not null',
};

export async function up(knex: Knex): Promise<void> {
  // Lets one index hold the vendor beside the trigrams of texts.
  await knex.raw('create extension if not exists btree_gin');
  for (const [name, on] of Object.entries(indexes)) {
    // What an earlier attempt broke off in the middle is of no use and in the way.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw('drop extension if exists btree_gin');
}
