import type { Knex } from 'knex';

/** Indexed and checked beside the writes of others, which is no work for a transaction: each step can be repeated. */
export const config = { transaction: false };

/** What a row belongs to is named together with its vendor. */
const owners = {
  products: 'products_vendor_key',
  products_variants: 'products_variants_vendor_key',
};

/**
 * A variant is of its product's vendor, and stock of its variant's: the database sees to it, with one look instead of
 * the two that it took before, at the owner and at the vendor.
 */
const owned = [
  { table: 'products_variants', column: 'product_id', owner: 'products' },
  { table: 'inventory_levels', column: 'variant_id', owner: 'products_variants' },
  { table: 'inventory_movements', column: 'variant_id', owner: 'products_variants' },
] as const;

const nameOf = ({ table, column }: (typeof owned)[number]) =>
  `${table}_${column.replace('_id', '')}_vendor_fkey`;

export async function up(knex: Knex): Promise<void> {
  for (const one of owned)
    await knex.raw(`alter table ${one.table} drop constraint if exists ${nameOf(one)}`);
  for (const [table, index] of Object.entries(owners)) {
    // What an earlier attempt broke off in the middle is of no use and in the way.
    await knex.raw(`drop index concurrently if exists ${index}`);
    await knex.raw(`create unique index concurrently ${index} on ${table} (id, vendor_id)`);
  }
  for (const one of owned) {
    const { table, column, owner } = one;
    await knex.raw(`alter table ${table} add constraint ${nameOf(one)} foreign key (${column}, vendor_id)
      references ${owner} (id, vendor_id) on delete cascade not valid`);
    await knex.raw(`alter table ${table} validate constraint ${nameOf(one)}`);
    for (const former of [column, 'vendor_id'])
      await knex.raw(`alter table ${table} drop constraint if exists ${table}_${former}_fkey`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const one of owned) {
    const { table, column, owner } = one;
    await knex.raw(`
      alter table ${table}
        drop constraint ${nameOf(one)},
        add constraint ${table}_${column}_fkey foreign key (${column}) references ${owner} (id) on delete cascade,
        add constraint ${table}_vendor_id_fkey foreign key (vendor_id) references vendors (id)
    `);
  }
  for (const index of Object.values(owners)) await knex.raw(`drop index concurrently if exists ${index}`);
}
