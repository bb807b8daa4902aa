import { MAX_CART_QUANTITY } from '#domain/carts/cart.js';
import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import { isOffered } from '#domain/products/offered.js';
import type { QuoteItem, QuoteVendor } from './quote-input.js';

export const warningCodes = [
  'price_changed',
  'out_of_stock',
  'not_available',
  'vendor_suspended',
  'other_state',
  'quantity_below_minimum',
  'quantity_above_maximum',
  'amount_above_maximum',
  'coupon_not_applicable',
  'gift_gone',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Something a buyer should know about an item or a coupon before buying. */
export interface QuoteWarning {
  code: WarningCode;
  /** Null for a coupon. */
  itemId: string | null;
  variantId: string | null;
  /** Null for an item. */
  couponCode: string | null;
  message: string;
  /** Whether the order cannot be placed before this is solved. */
  blocking: boolean;
}

/** Whether so many pieces can be promised; stock that is not tracked, or may go below zero, always can. */
export function isInStock(
  item: Pick<QuoteItem, 'trackInventory' | 'allowBackorder' | 'available'>,
  quantity: number,
): boolean {
  return !item.trackInventory || item.allowBackorder || item.available >= quantity;
}

/**
 * Everything to be said about an item.
 * @param unitPrice the price in effect, in subunits
 * @param placeOfSupply GST code of the state; null for goods that leave India, undefined while it is not known
 * @param beyond whether the item does not fit into what a cart may come to
 */
export function itemWarnings(
  item: QuoteItem,
  vendor: QuoteVendor,
  {
    unitPrice,
    beyond,
    placeOfSupply,
  }: { unitPrice: number | null; beyond: boolean; placeOfSupply?: string | null | undefined },
  now: Date,
): QuoteWarning[] {
  const { itemId, variantId, title, quantity, minQuantity, maxQuantity, unitPriceSeen } = item;
  const warnings: QuoteWarning[] = [];
  const warn = (code: WarningCode, message: string, blocking = true) =>
    warnings.push({ code, itemId, variantId, couponCode: null, message, blocking });

  if (vendor.suspended) warn('vendor_suspended', `${vendor.name} does not sell at the moment`);
  if (!isOffered(item, unitPrice, now)) warn('not_available', `${title} is no longer available`);
  if (warnings.length > 0) return warnings;

  const { sellsWithin = null } = vendor;
  if (sellsWithin !== null && placeOfSupply !== undefined && placeOfSupply !== sellsWithin)
    warn('other_state', `${vendor.name} sells in ${gstStateName(sellsWithin) ?? 'its own state'} only`);

  if (beyond)
    warn('amount_above_maximum', `With ${title} the cart comes to more than can be ordered at once`);
  if (!isInStock(item, quantity)) {
    const left = Math.max(item.available, 0);
    warn('out_of_stock', left === 0 ? `${title} is out of stock` : `Only ${left} of ${title} are left`);
  }
  if (minQuantity !== null && quantity < minQuantity)
    warn('quantity_below_minimum', `${title} is sold from ${minQuantity} pieces on`);
  const most = Math.min(maxQuantity ?? MAX_CART_QUANTITY, MAX_CART_QUANTITY);
  if (quantity > most)
    warn('quantity_above_maximum', `At most ${most} pieces of ${title} can be bought at once`);
  if (unitPriceSeen !== null && unitPriceSeen !== unitPrice)
    warn('price_changed', `The price of ${title} has changed since it was put into the cart`, false);
  return warnings;
}

/** A coupon that does not apply stays in the cart and takes nothing off; the order can be placed without it. */
export function couponWarnings(coupons: readonly CouponOutcome[]): QuoteWarning[] {
  return coupons.flatMap(({ discount, refusal }) =>
    refusal
      ? [
          {
            code: 'coupon_not_applicable' as const,
            itemId: null,
            variantId: null,
            couponCode: discount.code,
            message: refusal.message,
            blocking: false,
          },
        ]
      : [],
  );
}
