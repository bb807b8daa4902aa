import { randomBytes } from 'node:crypto';
import type { PaymentOption } from '#api/payments/payment-options.js';
import type { Context } from '#domain/_shared/context.js';
import { GSTIN_OF_ANOTHER_STATE, gstinFitsState } from '#domain/tax/place-of-supply.js';
import type { Cart } from '#domain/carts/cart.js';
import type { Quote } from '#domain/checkout/quote.js';
import { draftOrder } from '#domain/orders/draft-order.js';
import type { NewOrder } from '#domain/orders/order.js';
import { orderNumberOf } from '#domain/orders/order-number.js';
import type { OrderNumbers } from '#operations/plugins/plugin-ports.js';
import { newId } from '#lib/ids.js';
import { missing } from './place-order-checks.js';
import type { PlaceOrderInput } from './place-order-input.js';

/**
 * The order that a cart becomes, as its buyer wants it paid.
 * @param details `windowMinutes` is the time to pay, where that has to be in advance
 * @throws AppError VALIDATION_ERROR naming what the cart lacks: an address, an e-mail address
 */
export function draftFromCart(
  ctx: Context,
  cart: Cart,
  details: {
    quote: Quote;
    input: PlaceOrderInput;
    option: PaymentOption;
    windowMinutes: number;
    /** Subunits that the buyer pays with store credit. */
    storeCredit: number;
    /** Language of mails; null for that of the account. */
    locale: string | null;
    /** Of a plugin. */
    numbers?: OrderNumbers;
  },
): NewOrder {
  const { quote, input, option, windowMinutes, numbers, storeCredit } = details;
  const { provider, method } = option;
  const email = input.email ?? cart.email ?? (ctx.anonymous ? undefined : ctx.email);
  if (!email) throw missing('body.email', 'an e-mail address is needed to confirm the order');
  const { shippingAddress, billingAddress } = cart;
  if (!shippingAddress) throw missing('cart.shippingAddress', 'the cart has no shipping address yet');
  if (!gstinFitsState(billingAddress ?? shippingAddress))
    throw missing('cart.billingAddress.gstin', GSTIN_OF_ANOTHER_STATE);
  return draftOrder({
    quote,
    orderNumber: numbers ? numbers.create(randomBytes) : orderNumberOf(randomBytes),
    cartId: cart.id,
    userId: cart.userId,
    guest: ctx.anonymous ?? false,
    email,
    locale: details.locale,
    shippingAddress,
    billingAddress: billingAddress ?? shippingAddress,
    paymentProviderId: provider.id,
    paymentMethod: method,
    platform: input.platform,
    storeCredit,
    placedAt: ctx.now,
    expiresAt: provider.acceptsAtOnce ? null : new Date(ctx.now.getTime() + windowMinutes * 60_000),
    // A payment of nothing goes its own way: no provider takes it.
    confirmed: provider.acceptsAtOnce === true && quote.totals.grandTotal > storeCredit,
    newId,
  });
}
