import type { Address } from '#domain/_shared/address.js';

export type CartStatus = 'open' | 'ordered' | 'merged';

/** A cart without its items. Only an open one can be changed. */
export interface Cart {
  id: string;
  userId: string;
  email: string | null;
  status: CartStatus;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  /** The order it became. */
  orderId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** More different items than a household buys: beyond this somebody is trying what happens. */
export const MAX_CART_ITEMS = 200;
