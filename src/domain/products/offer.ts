/** What the live variants of a product amount to; the database keeps it with the product at every change of a variant. */
export interface ProductOffer {
  variantCount: number;
  /** Lowest price in subunits; null while no variant has one. */
  priceStart: number | null;
  /** Highest price in subunits. */
  priceEnd: number | null;
}

/** The offer of a product that is written together with its variants. */
export function offerOf(variants: readonly { price: number | null }[]): ProductOffer {
  const prices = variants.flatMap(({ price }) => price ?? []);
  const priceStart = prices.length === 0 ? null : Math.min(...prices);
  const priceEnd = prices.length === 0 ? null : Math.max(...prices);
  return { variantCount: variants.length, priceStart, priceEnd };
}
