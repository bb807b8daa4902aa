import { createCartsService, type CartRequest } from '#api/carts/carts.service.js';
import type { QuotedCart } from '#api/carts/quoted-cart.js';
import { requireUser } from '#api/kernel/require.js';
import { sharedService } from '#api/kernel/shared-service.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createWishlistItemsRepository } from '#db/wishlists/wishlist-items.repository.js';
import { listSavedItems, readOwnItems } from '#db/wishlists/wishlist-items.query.js';
import { createWishlistsRepository, type OwnList } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import {
  DEFAULT_WISHLIST_NAME,
  MAX_WISHLIST_ITEMS,
  MAX_WISHLISTS,
  type OwnItem,
  type WishlistItem,
  type WishlistNotices,
} from '#domain/wishlists/wishlist.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import { wishlistsSettings } from '#domain/wishlists/wishlists.settings.js';
import { newId } from '#lib/ids.js';
import { createEmailPreferences } from '#operations/campaigns/email-preferences.js';
import type { Platform } from '#operations/platform.js';
import { type CursorPage, type CursorRows, readByCursor } from './cursor-pages.js';
import { requireCustomer } from './require-customer.js';
import { unknownReference } from './unknown-reference.js';

export interface ItemToAdd extends WishlistNotices {
  /** The default list without one. */
  wishlistId?: string;
  productId: string;
  variantId?: string;
}

/** What is bought of an item that is moved to a cart. */
export interface ItemMove extends CartRequest {
  variantId?: string;
  quantity: number;
}

/** The items of wishlists. Each change locks its list first, then writes items, so that two changes never wait for each other. */
export function createWishlistItemsService(platform: Platform) {
  const { unitOfWork, knex, config, settings } = platform;
  const carts = sharedService(platform, createCartsService);
  const lists = createWishlistsRepository();
  const items = createWishlistItemsRepository();
  const preferences = createEmailPreferences(platform);
  const noList = () => platformErrors.notFound({ entity: 'Wishlist' });
  const noItem = () => platformErrors.notFound({ entity: 'Wishlist item' });

  /** The default list of a customer, made when it is first needed. @throws AppError CONFLICT beyond the limit */
  async function defaultList(tx: Tx, userId: string, now: Date): Promise<string> {
    const known = await lists.findDefault(tx, userId);
    if (known) return known;
    const id = newId();
    const made = await lists.insert(tx, { id, userId, name: DEFAULT_WISHLIST_NAME, isDefault: true, now });
    // Another request has made it meanwhile.
    if (!made) return (await lists.findDefault(tx, userId)) ?? raced();
    if (!(await lists.raiseCount(tx, userId))) throw wishlistsErrors.tooManyLists({ limit: MAX_WISHLISTS });
    return id;
  }

  async function removeItem(tx: Tx, list: OwnList, itemId: string, now: Date): Promise<void> {
    if (!(await lists.lockToChange(tx, list, now))) throw noItem();
    if (!(await items.remove(tx, list, itemId))) throw noItem();
    await lists.lowerItemCount(tx, list.wishlistId);
  }

  /** Who asks for mails about an item is subscribed to their topic, whatever was said of it before. */
  async function subscribe(tx: Tx, ctx: Context, notices: Partial<WishlistNotices>): Promise<void> {
    const topicId = settings.get(wishlistsSettings.topic);
    if (topicId === '' || !ctx.email || !(notices.notifyPriceDrop || notices.notifyBackInStock)) return;
    const address = normalizeAddress(ctx.email);
    await preferences.subscribeTopic(tx, ctx, { address, source: 'wishlist', topicId });
  }

  return {
    /**
     * Adds a product, or one variant of it. What the list has already stays as it is.
     * @throws AppError FORBIDDEN for guests, VALIDATION_ERROR for a list of somebody else and a product that the store
     * does not show, CONFLICT for a full list
     */
    add(
      ctx: Context,
      { wishlistId: chosen, variantId = undefined, ...input }: ItemToAdd,
    ): Promise<{ item: WishlistItem; added: boolean }> {
      const userId = requireCustomer(ctx);
      return unitOfWork.run(ctx, async (tx) => {
        const wishlistId = chosen ?? (await defaultList(tx, userId, ctx.now));
        if (!(await lists.lockToChange(tx, { wishlistId, userId }, ctx.now)))
          throw unknownReference('body.wishlistId', 'wishlist not found');
        const item = {
          id: newId(),
          wishlistId,
          userId,
          variantId: variantId ?? null,
          now: ctx.now,
          ...input,
        };
        const added = await items.insert(tx, item);
        if (added && !(await lists.raiseItemCount(tx, wishlistId)))
          throw wishlistsErrors.full({ limit: MAX_WISHLIST_ITEMS });
        const found = await items.findSame(tx, item);
        if (!found)
          throw variantId === undefined
            ? unknownReference('body.productId', 'product not found')
            : unknownReference('body.variantId', 'product variant not found');
        if (added) await subscribe(tx, ctx, input);
        return { item: found, added };
      });
    },

    /** @throws AppError NOT_FOUND */
    async remove(ctx: Context, wishlistId: string, itemId: string): Promise<null> {
      const list = { wishlistId, userId: requireCustomer(ctx) };
      await unitOfWork.run(ctx, (tx) => removeItem(tx, list, itemId, ctx.now));
      return null;
    },

    /** @throws AppError NOT_FOUND */
    setNotices(
      ctx: Context,
      { wishlistId, itemId }: { wishlistId: string; itemId: string },
      notices: Partial<WishlistNotices>,
    ): Promise<WishlistItem> {
      const list = { wishlistId, userId: requireCustomer(ctx) };
      return unitOfWork.run(ctx, async (tx) => {
        const item = await items.setNotices(tx, list, itemId, { notices, now: ctx.now });
        if (!item) throw noItem();
        await subscribe(tx, ctx, notices);
        return item;
      });
    },

    /** The items of all lists, without what their products say. */
    saved: (ctx: Context, query: ListQuery): Promise<Page<WishlistItem>> =>
      listSavedItems(knex, requireUser(ctx), query),

    /** The items of a list with price and stock, the latest first. @throws AppError NOT_FOUND */
    async list(ctx: Context, wishlistId: string, page: CursorPage): Promise<CursorRows<OwnItem>> {
      if (!(await lists.find(knex, { wishlistId, userId: requireUser(ctx) }))) throw noList();
      return readByCursor(page, `wishlist ${wishlistId}`, config.ENCRYPTION_KEY, (after, limit) =>
        readOwnItems(knex, { wishlistId, after, limit, now: ctx.now }),
      );
    },

    /**
     * Puts an item into a cart and takes it off its list, both or neither.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR where a variant has to be chosen, and what adding to a cart throws
     */
    async moveToCart(
      ctx: Context,
      { wishlistId, itemId }: { wishlistId: string; itemId: string },
      { variantId, quantity, ...cart }: ItemMove,
    ): Promise<QuotedCart> {
      const list = { wishlistId, userId: requireCustomer(ctx) };
      const item = await items.findToBuy(knex, list, itemId, ctx.now);
      if (!item) throw noItem();
      const bought = item.variantId ?? variantId ?? item.onlyVariantId;
      if (bought === null)
        throw invalidVariant('the product has several variants: name the one to buy', 'required');
      const wanted = { variantId: bought, quantity };
      if (variantId !== undefined && !(await items.sells(knex, item, variantId)))
        throw invalidVariant('not a variant of the item', 'not_found');
      return carts.addItem(ctx, cart, wanted, (tx) => removeItem(tx, list, itemId, ctx.now));
    },
  };
}

function invalidVariant(message: string, code: 'required' | 'not_found') {
  return platformErrors.validation({}, { errors: [{ path: 'body.variantId', message, code }] });
}

function raced(): never {
  throw new Error('The default wishlist was deleted while a product was added to it');
}
