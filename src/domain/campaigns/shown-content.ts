import { nullable, number, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { simpleBlocks, type CampaignBlock, type CouponCodes, DEFAULT_LISTED } from './campaign-blocks.js';

/** A product as a campaign shows it. Amounts in subunits. */
export const shownProductColumns = {
  id: uuid,
  title: text,
  slug: text,
  /** Storage key or address; null without a picture. */
  image: nullable(text),
  /** Lowest and highest current price of what can be bought. */
  priceStart: number,
  priceEnd: number,
  /** The regular price behind the lowest one, where that is a special price. */
  regularPrice: nullable(number),
};
export type ShownProduct = RowOf<typeof shownProductColumns>;

/** A discount as a campaign shows it. */
export interface ShownCoupon {
  discountId: string;
  name: string;
  /** Its own code; null where each recipient gets a bulk code. */
  code: string | null;
  /** ISO instant at which it ends; null is open. */
  endsAt: string | null;
}

/**
 * What the blocks of a campaign show of the shop: read when the sending starts and kept from then on, so that each
 * recipient gets the same and the mail can be shown later as it was. What is not here is left out of the mail.
 */
export interface ShownContent {
  /** By product id. */
  products: Record<string, ShownProduct>;
  /** By `listingKey`: ids of products in their order. */
  listings: Record<string, string[]>;
  /** By `couponKey`. */
  coupons: Record<string, ShownCoupon>;
  /** ISO 4217. */
  currency: string;
}

export const NOTHING_SHOWN: ShownContent = { products: {}, listings: {}, coupons: {}, currency: '' };

export const listingKey = (listingId: string, count = DEFAULT_LISTED): string => `${listingId} ${count}`;
export const couponKey = (discountId: string, codes: CouponCodes = 'own'): string => `${discountId} ${codes}`;

/** What blocks refer to, each once. */
export interface BlockReferences {
  productIds: string[];
  listings: { listingId: string; count: number }[];
  coupons: { discountId: string; codes: CouponCodes }[];
}

export function referencesOf(blocks: readonly CampaignBlock[]): BlockReferences {
  const products = new Set<string>();
  const listings = new Map<string, { listingId: string; count: number }>();
  const coupons = new Map<string, { discountId: string; codes: CouponCodes }>();
  for (const { block } of simpleBlocks(blocks)) {
    if (block.type === 'product') products.add(block.productId);
    if (block.type === 'listing') {
      const { listingId, count = DEFAULT_LISTED } = block;
      listings.set(listingKey(listingId, count), { listingId, count });
    }
    if (block.type === 'coupon') {
      const { discountId, codes = 'own' } = block;
      coupons.set(couponKey(discountId, codes), { discountId, codes });
    }
  }
  return {
    productIds: [...products],
    listings: [...listings.values()],
    coupons: [...coupons.values()],
  };
}

export function showsNothing({ productIds, listings, coupons }: BlockReferences): boolean {
  return productIds.length + listings.length + coupons.length === 0;
}

/** Discounts of which each recipient gets a bulk code, in the order of their ids: that of their locks. */
export function bulkDiscounts({ coupons }: ShownContent): string[] {
  return Object.values(coupons)
    .filter(({ code }) => code === null)
    .map(({ discountId }) => discountId)
    .sort();
}
