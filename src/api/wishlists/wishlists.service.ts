import { requireUser } from '#api/kernel/require.js';
import { readProductWishlists } from '#db/wishlists/product-wishlists.query.js';
import { createWishlistsRepository, type OwnList } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_WISHLISTS, type ProductWishlist, type Wishlist } from '#domain/wishlists/wishlist.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import { wishlistsSettings } from '#domain/wishlists/wishlists.settings.js';
import { randomToken, sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { requireCustomer } from './require-customer.js';

/** The wishlists of a customer, and the links by which others see them. */
export function createWishlistsService({
  unitOfWork,
  knex,
  settings,
}: Pick<Platform, 'unitOfWork' | 'knex' | 'settings'>) {
  const lists = createWishlistsRepository();
  const own = (ctx: Context, wishlistId: string): OwnList => ({ wishlistId, userId: requireCustomer(ctx) });

  function found(list: Wishlist | undefined): Wishlist {
    if (!list) throw platformErrors.notFound({ entity: 'Wishlist' });
    return list;
  }

  const share = (ctx: Context, wishlistId: string, hash: string | null): Promise<Wishlist> => {
    const list = own(ctx, wishlistId);
    return unitOfWork.run(ctx, async (tx) => found(await lists.share(tx, list, hash, ctx.now)));
  };

  return {
    list: (ctx: Context): Promise<Wishlist[]> => lists.list(knex, requireUser(ctx)),

    /** The lists with what they hold of a product. @throws AppError NOT_FOUND */
    async ofProduct(ctx: Context, productId: string): Promise<ProductWishlist[]> {
      const found = await readProductWishlists(knex, { productId, userId: requireUser(ctx) });
      if (!found) throw platformErrors.notFound({ entity: 'Product' });
      return found;
    },

    /** Whether the store mails about items whose owner wants it. */
    sendsNotices: (): boolean => settings.get(wishlistsSettings.topic) !== '',

    /** @throws AppError FORBIDDEN for guests, CONFLICT beyond the limit */
    create(ctx: Context, name: string): Promise<Wishlist> {
      const userId = requireCustomer(ctx);
      return unitOfWork.run(ctx, async (tx) => {
        const list = await lists.insert(tx, { id: newId(), userId, name, isDefault: false, now: ctx.now });
        if (!list || !(await lists.raiseCount(tx, userId)))
          throw wishlistsErrors.tooManyLists({ limit: MAX_WISHLISTS });
        return list;
      });
    },

    /** @throws AppError NOT_FOUND */
    rename(ctx: Context, wishlistId: string, name: string): Promise<Wishlist> {
      const list = own(ctx, wishlistId);
      return unitOfWork.run(ctx, async (tx) => found(await lists.rename(tx, list, name, ctx.now)));
    },

    /** Deletes a list with its items. @throws AppError NOT_FOUND */
    async delete(ctx: Context, wishlistId: string): Promise<null> {
      const list = own(ctx, wishlistId);
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await lists.delete(tx, list))) throw platformErrors.notFound({ entity: 'Wishlist' });
      });
      return null;
    },

    /**
     * A new link to the list; a former one ends. Only its hash is stored, so that it is said this once.
     * @throws AppError NOT_FOUND
     */
    async share(ctx: Context, wishlistId: string): Promise<{ token: string; sharedAt: Date }> {
      const token = randomToken();
      await share(ctx, wishlistId, sha256(token));
      return { token, sharedAt: ctx.now };
    },

    /** Ends the link to the list, if it has one. @throws AppError NOT_FOUND */
    revoke: (ctx: Context, wishlistId: string): Promise<Wishlist> => share(ctx, wishlistId, null),
  };
}
