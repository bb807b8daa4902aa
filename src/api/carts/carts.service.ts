import { quoteCart } from '#api/checkout/quote-cart.js';
import { requireUser } from '#api/kernel/require.js';
import { type CartFacts, readCartFacts } from '#db/carts/cart-quote.query.js';
import { type CartAddresses, createCartsRepository, type OpenCart } from '#db/carts/carts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_CART_ITEMS } from '#domain/carts/cart.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import type { QuoteItem } from '#domain/checkout/quote-input.js';
import type { Quote } from '#domain/checkout/quote.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';

/** A cart and what it comes to now. */
export interface QuotedCart {
  facts: CartFacts;
  quote: Quote;
}

/** Looks for what was changed among the items of the cart, if it is there to be seen. @throws AppError when it is missing */
type Look = (items: readonly QuoteItem[]) => QuoteItem | undefined;

export function createCartsService({
  knex,
  unitOfWork,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'settings'>) {
  const carts = createCartsRepository();

  function quoted(ctx: Context, facts: CartFacts | null): QuotedCart {
    if (!facts) throw platformErrors.notFound({ entity: 'Cart' });
    return { facts, quote: quoteCart(facts, settings, ctx.now) };
  }

  /**
   * Locks the cart, with new addresses if there are any, changes it, and answers what it comes to then. Whether there is
   * such a cart, and whether it may be changed, shows when it is read. `work` answers how to look then for the item that
   * it put in or changed, if any; where that cannot be sold so, all of it is undone.
   */
  function change(
    ctx: Context,
    cartId: string,
    work: (tx: Tx, cart: OpenCart) => Promise<Look | undefined>,
    addresses?: CartAddresses,
  ): Promise<QuotedCart> {
    return unitOfWork.run(ctx, async (tx) => {
      const userId = requireUser(ctx);
      await carts.lockToChange(tx, cartId, userId, addresses);
      const look = await work(tx, { cartId, userId });
      const changed = quoted(ctx, await readCartFacts(tx, cartId, userId));
      const { cart, items } = changed.facts;
      if (cart.status !== 'open') throw cartsErrors.notOpen();
      const item = look?.(items);
      if (item) assertSellable(changed, item.itemId);
      return changed;
    });
  }

  return {
    async create(ctx: Context): Promise<QuotedCart> {
      const userId = requireUser(ctx);
      const id = newId();
      const email = ctx.anonymous ? null : (ctx.email ?? null);
      const cart = await unitOfWork.run(ctx, (tx) => carts.insert(tx, { id, userId, email }));
      const facts = { cart, items: [], vendors: [] };
      return { facts, quote: quoteCart(facts, settings, ctx.now) };
    },

    async get(ctx: Context, cartId: string): Promise<QuotedCart> {
      return quoted(ctx, await readCartFacts(knex, cartId, requireUser(ctx)));
    },

    /** Pieces of a variant that is in the cart already come on top. */
    addItem(
      ctx: Context,
      cartId: string,
      input: { variantId: string; quantity: number },
    ): Promise<QuotedCart> {
      return change(ctx, cartId, async (tx, cart) => {
        await carts.addItem(tx, cart, { id: newId(), ...input }, ctx.now);
        return (items) => {
          const item = items.find((one) => one.variantId === input.variantId);
          if (!item) throw invalid('body.variantId', 'names no product variant', 'not_found');
          return item;
        };
      });
    },

    setQuantity(ctx: Context, cartId: string, itemId: string, quantity: number): Promise<QuotedCart> {
      return change(ctx, cartId, async (tx, cart) => {
        await carts.setQuantity(tx, cart, itemId, quantity, ctx.now);
        return (items) => {
          const item = items.find((one) => one.itemId === itemId);
          if (!item) throw platformErrors.notFound({ entity: 'Cart item' });
          return item;
        };
      });
    },

    removeItem(ctx: Context, cartId: string, itemId: string): Promise<QuotedCart> {
      return change(ctx, cartId, async (tx, cart) => {
        const removed = await carts.removeItem(tx, cart, itemId);
        return () => {
          if (!removed) throw platformErrors.notFound({ entity: 'Cart item' });
          return undefined;
        };
      });
    },

    setAddresses(ctx: Context, cartId: string, addresses: CartAddresses): Promise<QuotedCart> {
      return change(ctx, cartId, () => Promise.resolve(undefined), addresses);
    },
  };
}

/** Refuses an item that cannot be sold in this quantity whatever happens; being short of stock is only warned of. */
function assertSellable({ facts, quote }: QuotedCart, itemId: string): void {
  if (facts.items.length > MAX_CART_ITEMS) throw cartsErrors.full({ limit: MAX_CART_ITEMS });
  const beyond = quote.warnings.find(({ code }) => code === 'amount_above_maximum');
  if (beyond) throw cartsErrors.tooMuch({ reason: beyond.message });
  for (const { code, message } of quote.warnings.filter((warning) => warning.itemId === itemId)) {
    if (code === 'not_available' || code === 'vendor_suspended')
      throw cartsErrors.notAvailable({ reason: message });
    if (code === 'quantity_above_maximum' || code === 'quantity_below_minimum')
      throw invalid('body.quantity', message, code);
  }
}

function invalid(path: string, message: string, code: string) {
  return platformErrors.validation({}, { errors: [{ path, message, code }] });
}
