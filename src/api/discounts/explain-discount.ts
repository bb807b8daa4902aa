import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { z } from 'zod';
import { quoteInputOf, readQuoteCoupons } from '#api/checkout/quote-cart.js';
import { type CartDetails, readCartDetails, readCartOwner } from '#db/carts/cart-quote.query.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Discount } from '#domain/discounts/discount.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { discountableQuote } from '#domain/checkout/discountable-quote.js';
import { explainCoupon, type ExplainedLine } from '#domain/discounts/explain-coupon.js';
import type { Platform } from '#operations/platform.js';
import type { ExplainDiscountInput, explanationSchema } from './explain-discount.schemas.js';

/** Explains to administrators what a discount does to the cart of a buyer; by the evaluation that the cart itself uses. */
export function createExplainDiscount({
  knex,
  settings,
  ports,
}: Pick<Platform, 'knex' | 'settings' | 'ports'>) {
  const discounts = createDiscountsRepository(knex);

  /** The cart with the coupons up to the discount, which is the last one, and the buyer; of an offer with all coupons. */
  async function cartWith({ id: discountId, offer }: Discount, cartId: string) {
    const owner = await readCartOwner(knex, cartId);
    const details = owner && (await readCartDetails(knex, cartId, owner.userId));
    if (!owner || !details) {
      const issue: FieldIssue = { path: 'body.cartId', message: 'cart not found', code: 'not_found' };
      throw platformErrors.validation({}, { errors: [issue] });
    }
    const { couponIds } = details.cart;
    const held = couponIds.indexOf(discountId);
    const earlier = held === -1 || offer ? couponIds : couponIds.slice(0, held);
    const cart: CartDetails = { ...details, cart: { ...details.cart, couponIds: [...earlier, discountId] } };
    return { cart, buyer: { ...owner, email: details.cart.email } };
  }

  /** @throws AppError NOT_FOUND, VALIDATION_ERROR for an unknown cart */
  return async (
    ctx: Context,
    id: string,
    { cartId, platform }: ExplainDiscountInput,
  ): Promise<z.input<typeof explanationSchema>> => {
    const discount = await discounts.find(id);
    if (!discount) throw platformErrors.notFound({ entity: 'Discount' });
    const { cart, buyer } = await cartWith(discount, cartId);
    const read = await readQuoteCoupons(knex, cart, buyer, { platform, now: ctx.now });
    const coupon = read.coupons.find((item) => item.discount.id === id);
    if (!coupon) throw platformErrors.notFound({ entity: 'Discount' });
    const input = { ...quoteInputOf(cart, { settings, ports }, ctx.now), coupons: read };
    const explained = explainCoupon(
      discountableQuote(input),
      coupon,
      read.coupons.filter((item) => item !== coupon),
    );
    const lineOf = new Map(explained.lines.map((line) => [line.itemId, line]));
    return {
      ...explained,
      lines: cart.items.map(({ itemId, variantId, title }) => {
        const { qualifies, message, amount } = lineOf.get(itemId) ?? notForSale(itemId);
        return { itemId, variantId, title, qualifies, message, amount };
      }),
    };
  };
}

/** Lines that cannot be bought take no part in the evaluation. */
function notForSale(itemId: string): ExplainedLine {
  return { itemId, qualifies: false, message: 'The item cannot be bought at the moment', amount: 0 };
}
