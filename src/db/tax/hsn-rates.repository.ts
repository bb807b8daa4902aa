import { insertRows } from '#db/kernel/bulk-write.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';

const table = {
  name: 'tax_hsn_rates',
  columns: ['hsnPrefix', 'gstRate', 'gstExempt', 'description'] as const,
};

/** The GST of HSN codes, as operators keep it. */
export function createHsnRatesRepository() {
  const list = async (reader: Reader) =>
    (await reader('tax_hsn_rates')
      .orderBy('hsnPrefix')
      .select([...table.columns])) as HsnRate[];
  return {
    list,

    /** Replaces the whole table. @returns what it was before */
    async replace(tx: Tx, rates: readonly HsnRate[]): Promise<HsnRate[]> {
      await tx.raw('lock table tax_hsn_rates in share row exclusive mode');
      const before = await list(tx);
      await tx('tax_hsn_rates').delete();
      await insertRows<HsnRate>(tx, table, rates);
      return before;
    },
  };
}
