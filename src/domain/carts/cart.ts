import {
  type Columns,
  instant,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
  uuids,
} from '#domain/_shared/columns.js';
import type { Address } from '#domain/_shared/address.js';

export type CartStatus = 'open' | 'ordered' | 'merged';

/** A cart without its items. Only an open one can be changed. */
export const cartColumns = {
  id: uuid,
  userId: uuid,
  email: nullable(text),
  /** The e-mail address that was proven by a code; it counts while it is the cart's. */
  confirmedEmail: nullable(text),
  status: textOf<CartStatus>(),
  shippingAddress: nullable(jsonOf<Address>()),
  billingAddress: nullable(jsonOf<Address>()),
  /** Discounts of its coupons, in the order of adding. */
  couponIds: uuids,
  /** By discount the code that was entered, where it is one of those that were made in bulk. */
  couponCodes: jsonOf<Record<string, string>>(),
  /** The automatic offers whose gifts it has shown; an order without one of them is refused. */
  giftOfferIds: uuids,
  /** The order it became. */
  orderId: nullable(uuid),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type Cart = RowOf<typeof cartColumns>;

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
