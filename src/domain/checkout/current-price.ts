/** The prices of a variant. Amounts in subunits; without a price it cannot be bought. */
export interface VariantPrices {
  price: number | null;
  specialPrice: number | null;
  /** First instant of the special price; null is open. */
  specialPriceStart: Date | null;
  /** The first instant after it; null is open. */
  specialPriceEnd: Date | null;
}

/** What a piece costs at an instant: the special price while its window is open, else the price. */
export function currentPrice(prices: VariantPrices, now: Date): number | null {
  const { price, specialPrice, specialPriceStart: start, specialPriceEnd: end } = prices;
  const inWindow = (start === null || start <= now) && (end === null || now < end);
  return price !== null && specialPrice !== null && inWindow ? specialPrice : price;
}
