import { insertRows } from '#db/kernel/bulk-write.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';

const table = {
  name: 'tax_rates',
  columns: [
    'hsnPrefix',
    'gstRate',
    'gstExempt',
    'cessRate',
    'slabLimit',
    'slabUnit',
    'gstRateAbove',
    'validFrom',
    'validUntil',
    'description',
    'source',
  ] as const,
};

/** The GST of HSN codes, as operators keep it. */
export function createHsnRatesRepository() {
  const list = async (reader: Reader) =>
    (await reader('tax_rates')
      .orderBy(['hsnPrefix', 'validFrom'])
      .select([...table.columns])) as HsnRate[];
  return {
    list,

    /** Replaces the whole table. @returns what it was before */
    async replace(tx: Tx, rates: readonly HsnRate[]): Promise<HsnRate[]> {
      await tx.raw('lock table tax_rates in share row exclusive mode');
      const before = await list(tx);
      await tx('tax_rates').delete();
      await insertRows<HsnRate>(tx, table, rates);
      return before;
    },
  };
}
