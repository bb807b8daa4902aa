import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';

/** Which shopper follows which vendor; the primary key decides two requests at one moment. */
export function createVendorFollowsRepository(knex: Knex) {
  return {
    async sells(vendorId: string): Promise<boolean> {
      const row: unknown = await knex({ v: 'vendors' })
        .where({ 'v.id': vendorId })
        .whereRaw(vendorSellsSql('v'))
        .first('v.id');
      return row !== undefined;
    },

    /** Whether there is such a vendor, selling or not. */
    async exists(vendorId: string): Promise<boolean> {
      const row: unknown = await knex('vendors').where({ id: vendorId, deletedAt: null }).first('id');
      return row !== undefined;
    },

    async add(tx: Tx, follow: { userId: string; vendorId: string; now: Date }): Promise<void> {
      const { userId, vendorId, now } = follow;
      await tx('vendor_pages_follows')
        .insert({ userId, vendorId, createdAt: now })
        .onConflict(['userId', 'vendorId'])
        .ignore();
    },

    async remove(tx: Tx, { userId, vendorId }: { userId: string; vendorId: string }): Promise<void> {
      await tx('vendor_pages_follows').where({ userId, vendorId }).delete();
    },

    async count(vendorId: string): Promise<number> {
      const row = await knex('vendor_pages_follows').where({ vendorId }).count({ count: '*' }).first();
      return Number(row?.count ?? 0);
    },
  };
}
