import type { Knex } from 'knex';

export const config = { transaction: false };

interface Replaced {
  name: string;
  on: string;
  /** The index that the new one makes superfluous. */
  former?: { name: string; on: string };
}

/**
 * For the products that a change of a brand, a category, an attribute or a vendor concerns, read in the order of their
 * ids, chunk by chunk; and for those that changed since the last reconcile.
 */
const indexes: readonly Replaced[] = [
  {
    name: 'products_brand_id',
    on: 'products (brand_id, id) where deleted_at is null',
    former: { name: 'products_brand', on: 'products (brand_id) where deleted_at is null' },
  },
  { name: 'products_vendor_id', on: 'products (vendor_id, id) where deleted_at is null' },
  { name: 'products_updated', on: 'products (updated_at)' },
  {
    name: 'products_categories_category_product',
    on: 'products_categories (category_id, product_id)',
    former: { name: 'products_categories_category', on: 'products_categories (category_id)' },
  },
  {
    name: 'products_tags_tag_product',
    on: 'products_tags (tag_id, product_id)',
    former: { name: 'products_tags_tag', on: 'products_tags (tag_id)' },
  },
  {
    name: 'products_ingredients_ingredient_product',
    on: 'products_ingredients (ingredient_id, product_id)',
    former: { name: 'products_ingredients_ingredient', on: 'products_ingredients (ingredient_id)' },
  },
  { name: 'products_attributes_attribute_product', on: 'products_attributes (attribute_id, product_id)' },
];

/** What an earlier attempt left behind invalid is dropped first. */
async function create(knex: Knex, { name, on }: { name: string; on: string }): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} on ${on}`);
}

export async function up(knex: Knex): Promise<void> {
  for (const { former, ...index } of indexes) {
    await create(knex, index);
    if (former) await knex.raw(`drop index concurrently if exists ${former.name}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const { former, name } of indexes) {
    if (former) await create(knex, former);
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
