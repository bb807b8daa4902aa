import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { DynamicListingGroup } from '#domain/dynamic-listings/dynamic-listing.js';

/** Groups of product listings. Rows are deleted for good; their listings stay, without a group. */
export function createListingGroupsRepository(knex: Knex) {
  return {
    find: (id: string): Promise<DynamicListingGroup | undefined> =>
      knex<DynamicListingGroup>('dynamic_listings_groups').where({ id }).first(),

    /** The group, locked until the transaction ends: what adds to it or orders it takes it first. */
    lock: (tx: Tx, id: string): Promise<DynamicListingGroup | undefined> =>
      tx<DynamicListingGroup>('dynamic_listings_groups').where({ id }).forUpdate().first(),

    async insert(tx: Tx, fields: Partial<DynamicListingGroup>): Promise<DynamicListingGroup> {
      const rows = (await tx('dynamic_listings_groups')
        .insert(fields)
        .returning('*')) as DynamicListingGroup[];
      return expectRow(rows);
    },

    async update(tx: Tx, id: string, fields: Partial<DynamicListingGroup>): Promise<DynamicListingGroup> {
      const rows = (await tx('dynamic_listings_groups')
        .where({ id })
        .update(fields)
        .returning('*')) as DynamicListingGroup[];
      return expectRow(rows);
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('dynamic_listings_groups').where({ id }).delete();
    },
  };
}
