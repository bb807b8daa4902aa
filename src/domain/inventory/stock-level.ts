/** The stock of a variant, with what a list shows of it. */
export interface StockLevel {
  variantId: string;
  productId: string;
  productTitle: string;
  productSlug: string;
  /** The option values, `M / Red`; null for a product without options. */
  variantTitle: string | null;
  sku: string | null;
  thumbnail: string | null;
  /** Pieces that are there, reserved ones among them; below zero only where it may be sold ahead. */
  onHand: number;
  reserved: number;
  /** Pieces that can be sold, 0 at least. */
  available: number;
  trackInventory: boolean;
  allowBackorder: boolean;
  /** Below so many available pieces stock counts as low; null never. */
  lowStockThreshold: number | null;
  inStock: boolean;
  lowStock: boolean;
  updatedAt: Date;
}

/** A correction of what is on hand. */
export interface StockAdjustment {
  variantId: string;
  /** Pieces, not 0. */
  delta: number;
  /** Why, in the words of the vendor. */
  reason: string;
}
