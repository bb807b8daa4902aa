import type { DiscountableCart } from '#domain/discounts/coupon-details.js';
import { discountableCart, inOrderOfAdding, shippingByVendor } from './apply-coupons.js';
import { pricedLines, vendorsOf } from './priced-lines.js';
import type { QuoteCoupons, QuoteInput } from './quote-input.js';

/** A cart as its coupons find it, for evaluating coupons that it does not hold. */
export function discountableQuote(input: QuoteInput & { coupons: QuoteCoupons }): DiscountableCart {
  const { priced } = pricedLines(input, vendorsOf(input));
  const buyable = inOrderOfAdding(priced.filter((line) => line.purchasable));
  return discountableCart(buyable, shippingByVendor(priced, input), input.coupons, input);
}
