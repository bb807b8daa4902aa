import type { Address } from '#domain/_shared/address.js';

export type CartStatus = 'open' | 'ordered' | 'merged';

/** A cart without its items. Only an open one can be changed. */
export interface Cart {
  id: string;
  userId: string;
  email: string | null;
  /** The e-mail address that was proven by a code; it counts while it is the cart's. */
  confirmedEmail: string | null;
  status: CartStatus;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  /** Discounts of its coupons, in the order of adding. */
  couponIds: string[];
  /** By discount the code that was entered, where it is one of those that were made in bulk. */
  couponCodes: Record<string, string>;
  /** The automatic offers whose gifts it has shown; an order without one of them is refused. */
  giftOfferIds: string[];
  /** The order it became. */
  orderId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** More different items than a household buys: beyond this somebody is trying what happens. */
export const MAX_CART_ITEMS = 200;

/** More pieces of one item than anybody buys at once. */
export const MAX_CART_QUANTITY = 100_000;

/**
 * Subunits that the items of a cart cost at most, before taxes and shipping. One item at the highest price in the largest
 * quantity fits; and with every tax that settings allow (twenty of 100 %) and the highest shipping of every vendor all
 * amounts are still integers that a number holds exactly.
 */
export const MAX_CART_SUBTOTAL = 400_000_000_000_000;
