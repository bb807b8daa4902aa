import type { Knex } from '#db/kernel/knex.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';

/** Slugs and names of those of the vendors that sell, by id. */
export async function readVendorNames(
  knex: Knex,
  ids: readonly string[],
): Promise<Map<string, { slug: string; name: string }>> {
  const rows = (await knex({ v: 'vendors' })
    .whereIn('v.id', ids)
    .whereRaw(vendorSellsSql('v'))
    .select('v.id', 'v.slug', 'v.displayName as name')) as { id: string; slug: string; name: string }[];
  return new Map(rows.map(({ id, slug, name }) => [id, { slug, name }]));
}
