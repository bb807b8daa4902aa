import type { ComponentProps } from 'react';
import { CartView } from './cart.js';
import { CheckoutView } from './checkout.js';
import { Listing } from './listing.js';
import { OrderView } from './order.js';
import { ProductBuy } from './product.js';

/** The parts of pages that live in the browser, by the name that the page carries. */
export const parts = {
  listing: Listing,
  product: ProductBuy,
  cart: CartView,
  checkout: CheckoutView,
  order: OrderView,
} as const;

export type PartName = keyof typeof parts;
export type PartProps<Name extends PartName> = ComponentProps<(typeof parts)[Name]>;
