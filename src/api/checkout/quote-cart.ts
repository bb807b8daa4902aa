import type { CartDetails } from '#db/carts/cart-quote.query.js';
import { type CouponBuyer, readCouponDetails } from '#db/discounts/coupon-details.query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Cart } from '#domain/carts/cart.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { QuoteCoupons, QuoteInput } from '#domain/checkout/quote-input.js';
import { type Quote, quote } from '#domain/checkout/quote.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

/** By what a cart is priced: the settings in effect, and what plugins decide. */
export type Pricing = Pick<Platform, 'settings' | 'ports'>;

/** Everything that the quote of a cart depends on, by the settings in effect and the rules of plugins. */
export function quoteInputOf(
  cartDetails: CartDetails,
  { settings, ports: { pricing } }: Pricing,
  now: Date,
  coupons?: QuoteCoupons,
): QuoteInput {
  return {
    items: cartDetails.items,
    vendors: cartDetails.vendors.map((vendor) => ({
      ...vendor,
      commissionBps: pricing.commission?.({ ...vendor, now }) ?? vendor.commissionBps,
    })),
    rules: pricing,
    ...(coupons ? { coupons } : {}),
    defaultTaxRules: settings.get(checkoutSettings.defaultTaxLines),
    pricesIncludeTax: settings.get(checkoutSettings.pricesIncludeTax),
    taxShipping: settings.get(checkoutSettings.taxShipping),
    addresses: cartDetails.cart,
    currency: settings.get(storeSettings.currency),
    now,
  };
}

/** The buyer of a cart, as far as coupons ask. @param email of a guest, where it is not that of the cart */
export function couponBuyer(ctx: Context, cart: Cart, email?: string): CouponBuyer {
  return { userId: cart.userId, guest: ctx.anonymous ?? false, email: email ?? cart.email };
}

/** The coupons of a cart with what they are evaluated by. */
export async function readQuoteCoupons(
  reader: Reader,
  { cart, items }: CartDetails,
  buyer: CouponBuyer,
  platform: OrderPlatform,
): Promise<QuoteCoupons> {
  const variantIds = items.map((item) => item.variantId);
  const read = await readCouponDetails(
    reader,
    { couponIds: cart.couponIds, couponCodes: cart.couponCodes, variantIds },
    buyer,
  );
  const { coupons, targets, confirmedOrders, pendingOrders } = read;
  const { userId, guest } = buyer;
  return { coupons, targets, customer: { userId, guest, platform, confirmedOrders, pendingOrders } };
}

/** The quote of a cart at an instant. Its coupons are read only where it has any. */
export async function quoteCart(
  reader: Reader,
  ctx: Context,
  cartDetails: CartDetails,
  details: { pricing: Pricing; platform: OrderPlatform; email?: string },
): Promise<Quote> {
  const { pricing, platform, email } = details;
  const buyer = couponBuyer(ctx, cartDetails.cart, email);
  const coupons =
    cartDetails.cart.couponIds.length > 0
      ? await readQuoteCoupons(reader, cartDetails, buyer, platform)
      : undefined;
  return quote(quoteInputOf(cartDetails, pricing, ctx.now, coupons));
}
