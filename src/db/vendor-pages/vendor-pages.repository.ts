import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import {
  emptyVendorPage,
  type VendorPageFields,
  vendorPageFields,
} from '#domain/vendor-pages/vendor-page.js';

export function createVendorPagesRepository(knex: Knex) {
  return {
    /** What the vendor has written so far; a vendor that has written nothing has an empty page. */
    async find(vendorId: string, reader: Reader = knex): Promise<VendorPageFields> {
      const row = (await reader('vendor_pages')
        .where({ vendorId })
        .first([...vendorPageFields])) as VendorPageFields | undefined;
      return row ?? emptyVendorPage;
    },

    /** The vendor is locked: nobody else writes its page. */
    async save(tx: Tx, vendorId: string, fields: VendorPageFields, now: Date): Promise<void> {
      await tx('vendor_pages')
        .insert({ ...fields, vendorId, createdAt: now, updatedAt: now })
        .onConflict('vendorId')
        .merge([...vendorPageFields, 'updatedAt']);
    },
  };
}
