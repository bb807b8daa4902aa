import type { CartDetails } from '#db/carts/cart-quote.query.js';
import type { Quote } from '#domain/checkout/quote.js';

/** A cart and what it comes to now. */
export interface QuotedCart {
  details: CartDetails;
  quote: Quote;
}
