/** Rows of the whole platform have this scope; those of a vendor have the vendor's id. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

/** What is added up for each scope and local day, in the words of the columns. Amounts are subunits, times milliseconds. */
export const dayMeasures = [
  'gross_sales',
  'orders',
  'units',
  'refunds',
  'pending',
  'fulfilled',
  'delivered',
  'cancelled',
  'returned',
  'fulfill_ms',
  'fulfill_count',
  'deliver_ms',
  'deliver_count',
  'commission',
  'net_earnings',
  'payouts',
] as const;
export type DayMeasure = (typeof dayMeasures)[number];

export const variantMeasures = ['units', 'revenue'] as const;

/** A rollup by day, and the sums that move with it. */
export interface RollupTable {
  name: string;
  key: readonly string[];
  measures: readonly string[];
  /** Sums over days: its columns of the key, each as an expression over the rollup's row. */
  sums?: { name: string; key: Readonly<Record<string, string>> };
}

/** The rollups under a prefix: the tables `analytics_…`, or temporary ones of the same shape for a comparison. */
export function rollupTables(prefix = 'analytics') {
  return {
    days: {
      name: `${prefix}_days`,
      key: ['day', 'scope'],
      measures: dayMeasures,
      sums: {
        name: `${prefix}_months`,
        key: { scope: 'scope', month: "date_trunc('month', day)::date" },
      },
    },
    variantDays: {
      name: `${prefix}_variant_days`,
      key: ['day', 'vendor_id', 'variant_id'],
      measures: variantMeasures,
      sums: {
        name: `${prefix}_variant_totals`,
        key: { vendor_id: 'vendor_id', variant_id: 'variant_id' },
      },
    },
    buyerDays: { name: `${prefix}_buyer_days`, key: ['day', 'scope', 'buyer'], measures: [] },
  } as const satisfies Record<string, RollupTable>;
}
export type RollupTables = ReturnType<typeof rollupTables>;
