import type { ProductFields } from './product.js';

/** What decides whether buyers may see a product at all. Deleted rows count as deleted whatever else they say. */
export interface OnSaleDetails {
  productStatus: ProductFields['status'];
  productVisibility: ProductFields['visibility'];
  /** Null is unpublished, an instant to come not published yet. */
  publishedAt: Date | null;
  deleted: boolean;
}

/**
 * Whether buyers may see a product and buy it: live, active, public and published. The store, quotes and late payments
 * ask this one rule; the database's wording of it is `onSaleSql`. Whether its vendor sells is its own question.
 */
export function isOnSale(details: OnSaleDetails, now: Date): boolean {
  const { productStatus, productVisibility, publishedAt, deleted } = details;
  if (deleted || productStatus !== 'active' || productVisibility !== 'public') return false;
  return publishedAt !== null && publishedAt <= now;
}

/**
 * Whether a variant can be bought now, stock apart: its product is on sale, it is complete, and it has a price.
 * `offeredSql` is the database's wording of it.
 * @param details `detached` when its options no longer exist: it has to be completed before it can be sold
 * @param unitPrice what a piece costs now, in subunits; null without a price
 */
export function isOffered(
  details: OnSaleDetails & { detached: boolean },
  unitPrice: number | null,
  now: Date,
): boolean {
  return isOnSale(details, now) && !details.detached && unitPrice !== null;
}
