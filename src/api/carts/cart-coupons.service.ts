import { couponBuyer, quoteCart, quoteInputOf, readQuoteCoupons } from '#api/checkout/quote-cart.js';
import { requireUser } from '#api/kernel/require.js';
import { type CartDetails, readCartDetails } from '#db/carts/cart-quote.query.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { type CouponDetailsOfSuggestions, readSuggestions } from '#db/discounts/coupon-details.query.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { discountableQuote } from '#domain/checkout/discountable-quote.js';
import { quote } from '#domain/checkout/quote.js';
import { MAX_CART_COUPONS } from '#domain/discounts/discount.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import type { CouponOutcome } from '#domain/discounts/evaluate-coupons.js';
import { MAX_SUGGESTIONS, savingOf, suggestCoupons } from '#domain/discounts/suggest-coupons.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import type { Platform } from '#operations/platform.js';
import { recordShownGifts } from './shown-gifts.js';
import type { QuotedCart } from './quoted-cart.js';

/** Candidates that are read first: mostly enough for a full list, whatever number there is. */
const READ_FIRST = 20;

/** As buyers type codes: in capitals, without blanks around. */
function normalised(code: string): string {
  return code.trim().toUpperCase();
}

/** The coupons of carts: added, removed, suggested. */
export function createCartCouponsService({
  knex,
  unitOfWork,
  settings,
  ports,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'settings' | 'ports'>) {
  const pricing = { settings, ports };
  const carts = createCartsRepository();
  const discounts = createDiscountsRepository(knex);

  async function lockedCart(tx: Tx, ctx: Context, cartId: string): Promise<CartDetails> {
    const userId = requireUser(ctx);
    await carts.lock(tx, cartId, userId);
    const cartDetails = await readCartDetails(tx, cartId, userId);
    if (!cartDetails) throw platformErrors.notFound({ entity: 'Cart' });
    if (cartDetails.cart.status !== 'open') throw cartsErrors.notOpen();
    return cartDetails;
  }

  function withCoupons(
    cartDetails: CartDetails,
    coupons: Pick<CartDetails['cart'], 'couponIds' | 'couponCodes'>,
  ): CartDetails {
    return { ...cartDetails, cart: { ...cartDetails.cart, ...coupons } };
  }

  return {
    /**
     * Adds a coupon behind those that the cart holds. A repeat changes nothing.
     * @returns the cart, and whether the coupon is new to it
     * @throws AppError NOT_FOUND for a code without an active discount, CONFLICT with the reason why it does not apply
     */
    add(
      ctx: Context,
      cartId: string,
      sentCode: string,
      platform: OrderPlatform,
    ): Promise<QuotedCart & { added: boolean }> {
      const code = normalised(sentCode);
      return unitOfWork.run(ctx, async (tx) => {
        const cartDetails = await lockedCart(tx, ctx, cartId);
        const discount = await discounts.findByCode(tx, code);
        if (!discount || !discount.isActive || discount.archivedAt)
          throw discountsErrors.couponNotFound({ code });
        const { couponIds, couponCodes } = cartDetails.cart;
        const details = { pricing, platform };
        if (couponIds.includes(discount.id))
          return {
            details: cartDetails,
            quote: await quoteCart(tx, ctx, cartDetails, details),
            added: false,
          };

        if (couponIds.length >= MAX_CART_COUPONS)
          throw discountsErrors.tooManyCoupons({ limit: MAX_CART_COUPONS });
        const changed = withCoupons(cartDetails, {
          couponIds: [...couponIds, discount.id],
          couponCodes: discount.code === code ? couponCodes : { ...couponCodes, [discount.id]: code },
        });
        const quoted = await quoteCart(tx, ctx, changed, details);
        const refusal = quoted.coupons.find((coupon) => coupon.discount.id === discount.id)?.refusal;
        if (refusal) throw discountsErrors.couponNotApplicable({ why: refusal.message });
        await carts.setCoupons(tx, cartId, changed.cart);
        return recordShownGifts(tx, carts, { details: changed, quote: quoted, added: true });
      });
    },

    /** @throws AppError NOT_FOUND when the cart does not hold the coupon */
    remove(ctx: Context, cartId: string, sentCode: string, platform: OrderPlatform): Promise<QuotedCart> {
      const code = normalised(sentCode);
      return unitOfWork.run(ctx, async (tx) => {
        const cartDetails = await lockedCart(tx, ctx, cartId);
        const { couponIds, couponCodes } = cartDetails.cart;
        const own = await discounts.idsByCode(tx, couponIds, code);
        const removed = [...own, ...couponIds.filter((id) => couponCodes[id] === code)];
        if (removed.length === 0) throw discountsErrors.couponNotFound({ code });
        const changed = withCoupons(cartDetails, {
          couponIds: couponIds.filter((id) => !removed.includes(id)),
          couponCodes: Object.fromEntries(
            Object.entries(couponCodes).filter(([id]) => !removed.includes(id)),
          ),
        });
        await carts.setCoupons(tx, cartId, changed.cart);
        const quoted = await quoteCart(tx, ctx, changed, { pricing, platform });
        return recordShownGifts(tx, carts, { details: changed, quote: quoted });
      });
    },

    /** Coupons that would apply to the cart now, the one that saves most first. @throws AppError NOT_FOUND */
    async suggested(ctx: Context, cartId: string, platform: OrderPlatform): Promise<CouponOutcome[]> {
      const cartDetails = await readCartDetails(knex, cartId, requireUser(ctx));
      if (!cartDetails) throw platformErrors.notFound({ entity: 'Cart' });
      const buyer = couponBuyer(ctx, cartDetails.cart);
      const held = await readQuoteCoupons(knex, cartDetails, buyer, { platform, now: ctx.now });
      const input = quoteInputOf(cartDetails, pricing, ctx.now, held);
      const { couponIds } = cartDetails.cart;
      const { subtotal: merchandise, shippingTotal: shipping } = quote(input).totals;
      if (couponIds.length >= MAX_CART_COUPONS || merchandise === 0) return [];
      const suggestible = { merchandise, shipping, platform, now: ctx.now, couponIds };
      const suggest = (found: CouponDetailsOfSuggestions) => {
        const { confirmedOrders, earlierOrders } = found;
        const customer = { ...held.customer, confirmedOrders, earlierOrders };
        const cart = discountableQuote({ ...input, coupons: { ...held, customer } });
        return suggestCoupons(cart, held.coupons, found.coupons);
      };
      const best = await readSuggestions(knex, suggestible, buyer, READ_FIRST);
      const suggestions = suggest(best);
      const last = suggestions[MAX_SUGGESTIONS - 1];
      // Those that were not read save no more than the last one of a full list.
      if (best.unreadSaving === null || (last && savingOf(last) >= best.unreadSaving)) return suggestions;
      return suggest(await readSuggestions(knex, suggestible, buyer));
    },
  };
}

export type CartCouponsService = ReturnType<typeof createCartCouponsService>;
