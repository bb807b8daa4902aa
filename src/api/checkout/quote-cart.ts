import { type CartDetails, readGifts } from '#db/carts/cart-quote.query.js';
import { type CouponBuyer, readCouponDetails } from '#db/discounts/coupon-details.query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Cart } from '#domain/carts/cart.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { QuoteCoupons, QuoteInput } from '#domain/checkout/quote-input.js';
import { type Quote, quote } from '#domain/checkout/quote.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { requestedLocale } from '#operations/mail/offered-locales.js';
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
  const byCategory = settings.get(ledgerSettings.commissionByCategory);
  // What a plugin decides of a vendor counts for all that it sells.
  const decided = new Map(
    cartDetails.vendors.flatMap((vendor) => {
      const basisPoints = pricing.commission?.({ ...vendor, now }) ?? null;
      return basisPoints === null ? [] : [[vendor.vendorId, basisPoints] as const];
    }),
  );
  return {
    items: cartDetails.items.map((item) => {
      const commissionBps = byCategory[item.primaryCategoryId ?? ''];
      return commissionBps === undefined || decided.has(item.vendorId) ? item : { ...item, commissionBps };
    }),
    vendors: cartDetails.vendors.map((vendor) => ({
      ...vendor,
      commissionBps: decided.get(vendor.vendorId) ?? vendor.commissionBps,
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
  const guest = ctx.anonymous ?? false;
  // An account is known by its own address, wherever mails about the order go.
  return { userId: cart.userId, guest, email: guest ? (email ?? cart.email) : (ctx.email ?? null) };
}

/** The coupons of a cart, and the automatic offers of an instant, with what they are evaluated by. */
export async function readQuoteCoupons(
  reader: Reader,
  { cart, items, vendors, hasOffers }: CartDetails,
  buyer: CouponBuyer,
  { platform, now }: { platform: OrderPlatform; now: Date },
): Promise<QuoteCoupons> {
  const variantIds = items.map((item) => item.variantId);
  const read = await readCouponDetails(
    reader,
    {
      couponIds: cart.couponIds,
      couponCodes: cart.couponCodes,
      variantIds,
      ...(hasOffers && { offersAt: now }),
    },
    buyer,
  );
  const { coupons, targets, confirmedOrders, earlierOrders } = read;
  const { userId, guest } = buyer;
  const wanted = coupons.flatMap(({ discount: { id: offerId, offer } }) =>
    offer?.giftVariantId
      ? [{ offerId, variantId: offer.giftVariantId, quantity: offer.getQuantity ?? 1 }]
      : [],
  );
  const vendorIds = vendors.map(({ vendorId }) => vendorId);
  const gifts = wanted.length > 0 ? await readGifts(reader, wanted, vendorIds) : [];
  const customer = { userId, guest, platform, confirmedOrders, earlierOrders };
  return { coupons, targets, customer, ...(gifts.length > 0 && { gifts }) };
}

/** The quote of a cart at an instant. Its coupons are read only where it has any, or there are automatic offers. */
export async function quoteCart(
  reader: Reader,
  ctx: Context,
  cartDetails: CartDetails,
  details: { pricing: Pricing; platform: OrderPlatform; email?: string },
): Promise<Quote> {
  const { pricing, platform, email } = details;
  const buyer = couponBuyer(ctx, cartDetails.cart, email);
  const { cart, items, hasOffers } = cartDetails;
  const coupons =
    cart.couponIds.length > 0 || (hasOffers && items.length > 0)
      ? await readQuoteCoupons(reader, cartDetails, buyer, { platform, now: ctx.now })
      : undefined;
  const locale = hasOffers ? requestedLocale(pricing.settings, { accepted: ctx.acceptLanguage }) : null;
  return { ...quote(quoteInputOf(cartDetails, pricing, ctx.now, coupons)), ...(locale && { locale }) };
}
