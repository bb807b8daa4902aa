import type { z } from 'zod';
import { iso } from '#api/kernel/values.js';
import type { QuoteLine } from '#domain/checkout/quote-line.js';
import { canBePlaced, type Quote, type QuoteGroup } from '#domain/checkout/quote.js';
import type { quoteOfferSchema } from '#api/checkout/quote.schemas.js';
import { giftGoneMessage, offerMessage } from '#domain/discounts/offer-message.js';
import type { QuoteWarning } from '#domain/checkout/quote-warnings.js';
import { concernsBuyer, goneGifts } from '#domain/checkout/quoted-gifts.js';
import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import type { cartSchema } from './carts.schemas.js';
import type { QuotedCart } from './quoted-cart.js';

type CartResponse = z.input<typeof cartSchema>;

export function cartResponse({ details: { cart }, quote }: QuotedCart): CartResponse {
  return {
    id: cart.id,
    status: cart.status,
    email: cart.email,
    emailConfirmed: cart.email !== null && cart.confirmedEmail === cart.email,
    shippingAddress: cart.shippingAddress,
    billingAddress: cart.billingAddress,
    orderId: cart.orderId,
    currency: quote.currency,
    pricesIncludeTax: quote.pricesIncludeTax,
    placeOfSupply: quote.placeOfSupply,
    lines: quote.groups.flatMap((group) => group.lines.map(lineResponse)),
    groups: quote.groups.map(groupResponse),
    coupons: quote.coupons.map(couponResponse),
    ...(quote.offers.length > 0 && { offers: offersResponse(quote) }),
    totals: quote.totals,
    warnings: [...quote.warnings, ...giftWarnings(cart, quote)].map(
      ({ code, itemId, variantId, couponCode, message, blocking }) => ({
        code,
        lineId: itemId,
        variantId,
        couponCode,
        message,
        blocking,
      }),
    ),
    canPlaceOrder: canBePlaced(quote),
    createdAt: iso(cart.createdAt),
    updatedAt: iso(cart.updatedAt),
  };
}

export function suggestedCouponResponse({ discount, amount, waivedShipping }: CouponOutcome) {
  return { code: discount.code, name: discount.name, amount, waivedShipping };
}

function couponResponse({ discount, refusal, amount, waivedShipping }: CouponOutcome) {
  const { code, name } = discount;
  const applied = refusal === null;
  return { code, name, amount, waivedShipping, applied, reason: refusal && refusal.message };
}

/** The offers that apply, and those that the buyer can still reach or choose; others do not concern the buyer. */
export function offersResponse(quote: Pick<Quote, 'offers' | 'currency' | 'locale'>) {
  return quote.offers.filter(concernsBuyer).map((outcome): z.input<typeof quoteOfferSchema> => {
    const { discount, refusal, amount, waivedShipping, missing } = outcome;
    const { id: offerId, name: title, offer } = discount;
    return {
      offerId,
      title,
      kind: offer?.kind ?? 'PERCENTAGE',
      applied: refusal === null,
      amount,
      waivedShipping,
      missingAmount: missing?.amount ?? null,
      missingQuantity: missing?.quantity ?? null,
      message: offerMessage(outcome, quote),
    };
  });
}

/** A gift that the cart has shown and that is gone is said once: the cart then forgets it. */
function giftWarnings(cart: QuotedCart['details']['cart'], quote: Quote): QuoteWarning[] {
  return goneGifts(cart, quote).map((title) => ({
    code: 'gift_gone' as const,
    itemId: null,
    variantId: null,
    couponCode: null,
    blocking: false,
    message: giftGoneMessage(title, quote.locale),
  }));
}

function lineResponse(line: QuoteLine): CartResponse['lines'][number] {
  const { itemId, vendorId, productId, variantId, title, slug, variantTitle, sku, thumbnail } = line.item;
  const { quantity, minQuantity, maxQuantity } = line.item;
  const { purchasable, originalPrice, unitPrice, subtotal, discountTotal, discounts } = line;
  const { taxes, taxTotal, shippingShare, shippingTaxes, total } = line;
  return {
    id: itemId,
    vendorId,
    productId,
    variantId,
    title,
    slug,
    variantTitle,
    sku,
    thumbnail,
    quantity,
    minQuantity,
    maxQuantity,
    purchasable,
    originalPrice,
    unitPrice,
    subtotal,
    discountTotal,
    discounts,
    taxes,
    taxTotal,
    shippingShare,
    shippingTaxes,
    total,
    ...(line.item.giftOf !== undefined && { gift: true as const }),
  };
}

function groupResponse(group: QuoteGroup): CartResponse['groups'][number] {
  const { vendor, lines, subtotal, discountTotal, shippingTotal, waivedShipping } = group;
  const { shippingTaxTotal, taxTotal, total } = group;
  return {
    vendorId: vendor.vendorId,
    vendorName: vendor.name,
    vendorSlug: vendor.slug,
    lineIds: lines.map((line) => line.item.itemId),
    subtotal,
    discountTotal,
    shippingTotal,
    waivedShipping,
    shippingTaxTotal,
    taxTotal,
    total,
    freeShippingMissingSubunit: group.freeShippingMissing,
  };
}
