import type { Cart } from '#domain/carts/cart.js';
import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import type { Quote } from './quote.js';

/** The automatic offers whose gifts are lines of a quote. */
export function giftOffersOf({ groups }: Pick<Quote, 'groups'>): string[] {
  return groups.flatMap(({ lines }) => lines.flatMap(({ item: { giftOf } }) => giftOf ?? []));
}

/**
 * Gifts that a cart has shown and its quote lacks, by the name of their offer; null for an offer that is no longer there.
 * A gift that the buyer can get back is left out: its offer says what is missing.
 */
export function goneGifts(
  { giftOfferIds }: Pick<Cart, 'giftOfferIds'>,
  quote: Pick<Quote, 'groups' | 'offers'>,
): (string | null)[] {
  if (giftOfferIds.length === 0) return [];
  const given = giftOffersOf(quote);
  return giftOfferIds
    .filter((id) => !given.includes(id))
    .map((id) => quote.offers.find(({ discount }) => discount.id === id))
    .filter((outcome) => !outcome || !concernsBuyer(outcome))
    .map((outcome) => outcome?.discount.name ?? null);
}

/** Whether an offer applies, or is one that the buyer can still reach or choose. */
export function concernsBuyer({ refusal, missing }: CouponOutcome): boolean {
  return refusal === null || missing !== undefined || refusal.rule === 'combination';
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
