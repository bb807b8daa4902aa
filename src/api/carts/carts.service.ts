import type { IssueCode } from '#domain/_shared/issue-codes.js';
import { quoteCart, quoteInputOf } from '#api/checkout/quote-cart.js';
import { requireUser } from '#api/kernel/require.js';
import { type CartDetails, readCartDetails } from '#db/carts/cart-quote.query.js';
import { createCartsRepository, type OpenCart } from '#db/carts/carts.repository.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { GSTIN_OF_ANOTHER_STATE, gstinFitsState } from '#domain/tax/place-of-supply.js';
import { type Cart, MAX_CART_ITEMS } from '#domain/carts/cart.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import type { QuoteItem } from '#domain/checkout/quote-input.js';
import { quote } from '#domain/checkout/quote.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import { newCartOf } from './new-cart.js';
import type { QuotedCart } from './quoted-cart.js';
import { readSentAddresses, type SentAddresses } from './sent-addresses.js';
import { hasNewGifts, recordShownGifts } from './shown-gifts.js';

/** Which cart is meant, and on what the buyer sees it: coupons may be for one platform alone. */
export interface CartRequest {
  cartId: string;
  platform: OrderPlatform;
}

/** Looks for what was changed among the items of the cart, if it is there to be seen. @throws AppError when it is missing */
type Look = (items: readonly QuoteItem[]) => QuoteItem | undefined;

export function createCartsService({
  knex,
  unitOfWork,
  settings,
  ports,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'settings' | 'ports'>) {
  const carts = createCartsRepository();

  async function quoted(
    reader: Reader,
    ctx: Context,
    details: CartDetails | null,
    platform: OrderPlatform,
  ): Promise<QuotedCart> {
    if (!details) throw platformErrors.notFound({ entity: 'Cart' });
    return {
      details,
      quote: await quoteCart(reader, ctx, details, { pricing: { settings, ports }, platform }),
    };
  }

  /** A cart that is read. Where its gifts are others than those that it has shown, that is recorded. */
  async function shown(ctx: Context, details: CartDetails | null, platform: OrderPlatform) {
    const cart = await quoted(knex, ctx, details, platform);
    return hasNewGifts(cart) ? unitOfWork.run(ctx, (tx) => recordShownGifts(tx, carts, cart)) : cart;
  }

  /**
   * Locks the cart, with new addresses if there are any, changes it, and returns what it comes to then. Whether there is
   * such a cart, and whether it may be changed, shows when it is read. `work` returns how to look then for the item that
   * it put in or changed, if any; where that cannot be sold so, all of it is undone.
   */
  async function change(
    ctx: Context,
    cart: CartRequest,
    work: (tx: Tx, cart: OpenCart) => Promise<Look | undefined>,
    sent?: SentAddresses,
  ): Promise<QuotedCart> {
    const made: { changed?: QuotedCart } = {};
    await unitOfWork.runOnce(ctx, async (tx) => {
      made.changed = await changeIn(tx, ctx, cart, work, sent);
      return null;
    });
    // A repeat with the same key changes nothing, and returns the cart as it is now.
    return made.changed ?? get(ctx, cart);
  }

  async function changeIn(
    tx: Tx,
    ctx: Context,
    { cartId, platform }: CartRequest,
    work: (tx: Tx, cart: OpenCart) => Promise<Look | undefined>,
    sent?: SentAddresses,
  ): Promise<QuotedCart> {
    const userId = requireUser(ctx);
    const addresses = sent && (await readSentAddresses(tx, userId, sent));
    await carts.lockToChange(tx, cartId, userId, addresses);
    const look = await work(tx, { cartId, userId });
    const changed = await quoted(tx, ctx, await readCartDetails(tx, cartId, userId), platform);
    const { cart, items } = changed.details;
    if (cart.status !== 'open') throw cartsErrors.notOpen();
    if (addresses) assertGstinFits(cart);
    const item = look?.(items);
    if (item) assertSellable(changed, item.itemId);
    return recordShownGifts(tx, carts, changed);
  }

  async function get(ctx: Context, { cartId, platform }: CartRequest): Promise<QuotedCart> {
    return shown(ctx, await readCartDetails(knex, cartId, requireUser(ctx)), platform);
  }

  return {
    async create(ctx: Context): Promise<QuotedCart> {
      const userId = requireUser(ctx);
      const cart = await unitOfWork.run(ctx, (tx) => carts.insert(tx, newCartOf(ctx, userId)));
      const details = { cart, items: [], vendors: [], hasOffers: false };
      return { details, quote: quote(quoteInputOf(details, { settings, ports }, ctx.now)) };
    },

    /** The cart that the buyer filled last, on whatever device. @throws AppError NOT_FOUND where no open cart has items */
    async getCurrent(ctx: Context, platform: OrderPlatform): Promise<QuotedCart> {
      const userId = requireUser(ctx);
      const cartId = await carts.findCurrent(knex, userId);
      const details = cartId === undefined ? null : await readCartDetails(knex, cartId, userId);
      return shown(ctx, details, platform);
    },

    get,

    /**
     * Pieces of a variant that is in the cart already come on top.
     * @param also more to be written with it, which undoes it by throwing
     */
    addItem(
      ctx: Context,
      cart: CartRequest,
      input: { variantId: string; quantity: number },
      also?: (tx: Tx) => Promise<void>,
    ): Promise<QuotedCart> {
      return change(ctx, cart, async (tx, open) => {
        await carts.addItem(tx, open, { id: newId(), ...input }, ctx.now);
        await also?.(tx);
        return (items) => {
          const item = items.find((item) => item.variantId === input.variantId);
          if (!item) throw invalid('body.variantId', 'product variant not found', 'not_found');
          return item;
        };
      });
    },

    setQuantity(ctx: Context, cart: CartRequest, itemId: string, quantity: number): Promise<QuotedCart> {
      return change(ctx, cart, async (tx, open) => {
        await carts.setQuantity(tx, open, itemId, quantity, ctx.now);
        return (items) => {
          const item = items.find((item) => item.itemId === itemId);
          if (!item) throw platformErrors.notFound({ entity: 'Cart item' });
          return item;
        };
      });
    },

    removeItem(ctx: Context, cart: CartRequest, itemId: string): Promise<QuotedCart> {
      return change(ctx, cart, async (tx, open) => {
        const removed = await carts.removeItem(tx, open, itemId);
        return () => {
          if (!removed) throw platformErrors.notFound({ entity: 'Cart item' });
          return undefined;
        };
      });
    },

    setAddresses(ctx: Context, cart: CartRequest, sent: SentAddresses): Promise<QuotedCart> {
      return change(ctx, cart, () => Promise.resolve(undefined), sent);
    },
  };
}

/** Refuses an item that cannot be sold in this quantity whatever happens; being short of stock is only warned of. */
function assertSellable({ details, quote }: QuotedCart, itemId: string): void {
  if (details.items.length > MAX_CART_ITEMS) throw cartsErrors.full({ limit: MAX_CART_ITEMS });
  const beyond = quote.warnings.find(({ code }) => code === 'amount_above_maximum');
  if (beyond) throw cartsErrors.tooMuch({ reason: beyond.message });
  for (const { code, message } of quote.warnings.filter((warning) => warning.itemId === itemId)) {
    if (code === 'not_available' || code === 'vendor_suspended')
      throw cartsErrors.notAvailable({ reason: message });
    if (code === 'quantity_above_maximum' || code === 'quantity_below_minimum')
      throw invalid('body.quantity', message, code);
  }
}

/** @throws AppError VALIDATION_ERROR where the GSTIN of who is billed is of another state than the address */
function assertGstinFits({ billingAddress, shippingAddress }: Cart): void {
  const billed = billingAddress ?? shippingAddress;
  if (!billed || gstinFitsState(billed)) return;
  const path = billingAddress ? 'body.billingAddress.gstin' : 'body.shippingAddress.gstin';
  throw invalid(path, GSTIN_OF_ANOTHER_STATE, 'state_mismatch');
}

function invalid(path: string, message: string, code: IssueCode) {
  return platformErrors.validation({}, { errors: [{ path, message, code }] });
}
