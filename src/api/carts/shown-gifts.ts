import type { CartsRepository } from '#db/carts/carts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { giftOffersOf, showsOtherGifts } from '#domain/checkout/quoted-gifts.js';
import type { QuotedCart } from './quoted-cart.js';

/** Whether a cart shows other gifts than before: what it shows is then recorded, so that no order loses a gift silently. */
export function hasNewGifts({ details: { cart }, quote }: QuotedCart): boolean {
  return cart.status === 'open' && showsOtherGifts(cart, quote);
}

/** Records the gifts that a cart shows, where they have changed. @returns the cart */
export async function recordShownGifts<Shown extends QuotedCart>(
  tx: Tx,
  carts: CartsRepository,
  shown: Shown,
): Promise<Shown> {
  if (hasNewGifts(shown)) await carts.showGifts(tx, shown.details.cart.id, giftOffersOf(shown.quote));
  return shown;
}
