/** What is done to many products at once. */
export const bulkActions = ['publish', 'archive', 'price', 'tag', 'attribute'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const BULK_PRODUCTS = 200;

/** Percent by which prices change; the least leaves a tenth of the price. */
export const bulkPercent = { min: -90, max: 500 } as const;

export interface PriceRule {
  /** With two decimals at most. */
  percent: number;
  /** Subunits: 100 rounds to whole rupees. */
  roundTo: number;
}

/**
 * A price after a change by percent, rounded half up to a multiple of `roundTo`. Whole numbers throughout: a product of
 * fractions would put halves on either side.
 * @param price subunits, as is the result
 */
export function changedPrice(price: number, { percent, roundTo }: PriceRule): number {
  const numerator = price * (10_000 + Math.round(percent * 100));
  const denominator = 10_000 * roundTo;
  return Math.floor((2 * numerator + denominator) / (2 * denominator)) * roundTo;
}
