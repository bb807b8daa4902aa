import type { DiscountTerms } from './discount.js';

/**
 * Whether the discount leaves out an item because it is on sale already.
 * @param price subunits of a piece without the special price
 * @param unitPrice subunits of a piece now
 */
export function isExcludedSaleItem(
  terms: Pick<DiscountTerms, 'excludeSaleItems' | 'excludeSaleItemsOverPercent'>,
  { price, unitPrice }: { price: number; unitPrice: number },
): boolean {
  if (!terms.excludeSaleItems || unitPrice >= price) return false;
  const percent = terms.excludeSaleItemsOverPercent;
  // Prices are at most 13 digits, so both products are exact integers.
  return percent === null || (price - unitPrice) * 100 > percent * price;
}
