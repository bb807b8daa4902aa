import type { Cart } from '#domain/carts/cart.js';
import type { Quote } from './quote.js';

/** The automatic offers whose gifts are lines of a quote. */
export function giftOffersOf({ groups }: Pick<Quote, 'groups'>): string[] {
  return groups.flatMap(({ lines }) => lines.flatMap(({ item: { giftOf } }) => giftOf ?? []));
}

/** Whether a quote has other gifts than the cart has shown. */
export function showsOtherGifts({ giftOfferIds }: Pick<Cart, 'giftOfferIds'>, quote: Quote): boolean {
  const given = giftOffersOf(quote);
  return given.length !== giftOfferIds.length || given.some((id) => !giftOfferIds.includes(id));
}

/** An automatic offer whose gift the cart has shown, and the quote lacks. */
export function lostGift(
  { giftOfferIds }: Pick<Cart, 'giftOfferIds'>,
  quote: Pick<Quote, 'groups'>,
): string | undefined {
  if (giftOfferIds.length === 0) return undefined;
  const given = giftOffersOf(quote);
  return giftOfferIds.find((id) => !given.includes(id));
}
