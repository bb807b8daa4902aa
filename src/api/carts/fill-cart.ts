import { quoteCart } from '#api/checkout/quote-cart.js';
import { type CartDetails, readCartDetails } from '#db/carts/cart-quote.query.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { createReorderRepository } from '#db/carts/reorder.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { type OrderedVariant, type ReorderedLine, reorderLine, withinCart } from '#domain/carts/reorder.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import type { Platform } from '#operations/platform.js';
import { newCartOf } from './new-cart.js';
import type { QuotedCart } from './quoted-cart.js';
import { recordShownGifts } from './shown-gifts.js';

export interface CartToFill {
  userId: string;
  /** Without it the open cart that the buyer changed last, or a new one. */
  cartId?: string | undefined;
  platform: OrderPlatform;
}

export interface FilledCart {
  cart: QuotedCart;
  /** What became of each variant, in the order of `wanted`. */
  lines: ReorderedLine[];
}

/** Adds many variants to a cart of a buyer at once. */
export function createCartFiller({ settings, ports }: Pick<Platform, 'settings' | 'ports'>) {
  const carts = createCartsRepository();
  const items = createReorderRepository();

  async function cartToFill(tx: Tx, ctx: Context, userId: string, cartId?: string): Promise<string> {
    if (cartId !== undefined) return cartId;
    await carts.lockBuyer(tx, userId);
    return (await carts.findOpen(tx, userId)) ?? (await carts.insert(tx, newCartOf(ctx, userId))).id;
  }

  /** @throws AppError NOT_FOUND, CONFLICT for a cart that was ordered */
  function openDetails(details: CartDetails | null): CartDetails {
    if (!details) throw platformErrors.notFound({ entity: 'Cart' });
    if (details.cart.status !== 'open') throw cartsErrors.notOpen();
    return details;
  }

  /**
   * The cart then has at least the wanted pieces of each variant, as far as they are sold: a repeat adds nothing.
   * @param wanted each variant once
   * @throws AppError NOT_FOUND for the cart of another buyer, CONFLICT for a cart that was ordered, or that would come to
   *   more than can be ordered at once
   */
  return async function fillCart(
    tx: Tx,
    ctx: Context,
    { userId, cartId: given, platform }: CartToFill,
    wanted: readonly OrderedVariant[],
  ): Promise<FilledCart> {
    const cartId = await cartToFill(tx, ctx, userId, given);
    const own = { cartId, userId };
    const read = async (): Promise<QuotedCart> => {
      const details = openDetails(await readCartDetails(tx, cartId, userId));
      return {
        details,
        quote: await quoteCart(tx, ctx, details, { pricing: { settings, ports }, platform }),
      };
    };
    await carts.lockToChange(tx, cartId, userId);
    const had = await items.quantities(tx, cartId);
    await items.addMissing(tx, own, wanted, ctx.now);
    const filled = await read();
    const found = wanted.map((variant) => reorderLine(variant, soldNow(filled, variant.variantId)));
    const lines = withinCart(found, had);
    // What the cart had before, and cannot be sold any more, stays for its buyer to see.
    const settled = lines.filter(({ variantId, addedQuantity }) => addedQuantity > 0 || !had.has(variantId));
    const quantities = settled.map(({ variantId, addedQuantity }) => ({
      variantId,
      quantity: Math.max(addedQuantity, had.get(variantId) ?? 0),
    }));
    await items.settle(tx, own, quantities, ctx.now);
    const cart = await recordShownGifts(tx, carts, await read());
    const beyond = cart.quote.warnings.find(({ code }) => code === 'amount_above_maximum');
    if (beyond) throw cartsErrors.tooMuch({ reason: beyond.message });
    return { cart, lines };
  };
}

/** A variant as the cart has it now; undefined where it was deleted. */
function soldNow({ quote }: QuotedCart, variantId: string) {
  const lines = quote.groups.flatMap((group) => group.lines);
  const line = lines.find(({ item }) => item.variantId === variantId && item.giftOf === undefined);
  if (!line) return undefined;
  const warnings = quote.warnings.filter(({ itemId }) => itemId === line.item.itemId);
  return { item: line.item, price: line.unitPrice, warnings };
}
