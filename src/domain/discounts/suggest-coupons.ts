import type { CouponDetails, DiscountableCart } from './coupon-details.js';
import { type CouponOutcome, evaluateCoupons } from './evaluate-coupons.js';

/** More than this many suggestions are not read. */
export const MAX_SUGGESTIONS = 10;

/** What a buyer saves by a coupon, in subunits. */
export function savingOf({ amount, waivedShipping }: CouponOutcome): number {
  return amount + waivedShipping;
}

/**
 * The candidates that would apply if they were added to the cart, best saving first.
 * @param held coupons of the cart, in the order of adding
 */
export function suggestCoupons(
  cart: DiscountableCart,
  held: readonly CouponDetails[],
  candidates: readonly CouponDetails[],
): CouponOutcome[] {
  return candidates
    .flatMap((candidate) => {
      const outcome = evaluateCoupons(cart, [...held, candidate]).at(-1);
      return outcome && !outcome.refusal ? [outcome] : [];
    })
    .sort((a, b) => savingOf(b) - savingOf(a) || (a.discount.id < b.discount.id ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}
