import { boolean, instant, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';

/** The stock of a variant, with what a list shows of it. */
export const stockLevelColumns = {
  variantId: uuid,
  productId: uuid,
  productTitle: text,
  productSlug: text,
  /** The option values, `M / Red`; null for a product without options. */
  variantTitle: nullable(text),
  sku: nullable(text),
  thumbnail: nullable(text),
  /** Pieces that are there, reserved ones among them; below zero only where it may be sold ahead. */
  onHand: integer,
  reserved: integer,
  /** Pieces that can be sold, 0 at least. */
  available: integer,
  trackInventory: boolean,
  allowBackorder: boolean,
  /** Below so many available pieces stock counts as low; null never. */
  lowStockThreshold: nullable(integer),
  inStock: boolean,
  lowStock: boolean,
  updatedAt: instant,
};
export type StockLevel = RowOf<typeof stockLevelColumns>;

/** A correction of what is on hand. */
export interface StockAdjustment {
  variantId: string;
  /** Pieces, not 0. */
  delta: number;
  /** Why, in the words of the vendor. */
  reason: string;
}
