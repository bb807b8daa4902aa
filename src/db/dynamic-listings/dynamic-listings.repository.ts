import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { DynamicListing } from '#domain/dynamic-listings/dynamic-listing.js';

/** Product listings. Rows are deleted for good. */
export function createDynamicListingsRepository(knex: Knex) {
  return {
    find: (id: string): Promise<DynamicListing | undefined> =>
      knex<DynamicListing>('dynamic_listings').where({ id }).first(),

    /** The listing, locked until the transaction ends. */
    lock: (tx: Tx, id: string): Promise<DynamicListing | undefined> =>
      tx<DynamicListing>('dynamic_listings').where({ id }).forUpdate().first(),

    /** Listings of a group in their order. */
    ofGroup: (reader: Reader, groupId: string): Promise<DynamicListing[]> =>
      reader<DynamicListing>('dynamic_listings').where({ groupId }).orderBy(['sortOrder', 'id']).select('*'),

    async insert(tx: Tx, fields: Partial<DynamicListing>): Promise<DynamicListing> {
      return expectRow(await tx('dynamic_listings').insert(fields).returning('*'));
    },

    async update(tx: Tx, id: string, fields: Partial<DynamicListing>): Promise<DynamicListing> {
      const rows = await tx('dynamic_listings').where({ id }).update(fields).returning('*');
      return expectRow(rows);
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('dynamic_listings').where({ id }).delete();
    },

    /** Gives listings of a group new places, in one statement. */
    async place(
      tx: Tx,
      groupId: string,
      places: readonly { id: string; sortOrder: number }[],
      now: Date,
    ): Promise<void> {
      await tx.raw(
        `update dynamic_listings listing set sort_order = place.sort_order, updated_at = ?
         from unnest(?::uuid[], ?::int[]) as place (id, sort_order)
         where listing.id = place.id and listing.group_id = ? and listing.sort_order <> place.sort_order`,
        [now, places.map(({ id }) => id), places.map(({ sortOrder }) => sortOrder), groupId],
      );
    },
  };
}
