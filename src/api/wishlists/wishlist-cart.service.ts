import { type CartToFill, createCartFiller } from '#api/carts/fill-cart.js';
import type { QuotedCart } from '#api/carts/quoted-cart.js';
import { readOwnItems } from '#db/wishlists/wishlist-items.query.js';
import { createWishlistsRepository } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_WISHLIST_ITEMS } from '#domain/wishlists/wishlist.js';
import { type ItemInCart, itemsInCart, wantedVariants } from '#domain/wishlists/wishlist-in-cart.js';
import type { Platform } from '#operations/platform.js';
import { requireCustomer } from './require-customer.js';

export interface ListToCart extends Omit<CartToFill, 'userId'> {
  wishlistId: string;
}

type Deps = Pick<Platform, 'unitOfWork' | 'settings' | 'ports'>;

/** Adds a whole list to a cart. The list keeps its items. */
export function createWishlistCartService({ unitOfWork, ...deps }: Deps) {
  const fillCart = createCartFiller(deps);
  const lists = createWishlistsRepository();

  return {
    /**
     * One piece of each item that is sold and leaves no choice; pieces that the cart has already count.
     * @throws AppError NOT_FOUND, and what filling a cart throws
     */
    add(
      ctx: Context,
      { wishlistId, ...cart }: ListToCart,
    ): Promise<{ cart: QuotedCart; items: ItemInCart[] }> {
      const userId = requireCustomer(ctx);
      return unitOfWork.run(ctx, async (tx) => {
        if (!(await lists.find(tx, { wishlistId, userId })))
          throw platformErrors.notFound({ entity: 'Wishlist' });
        const page = { wishlistId, after: undefined, limit: MAX_WISHLIST_ITEMS, now: ctx.now };
        const items = await readOwnItems(tx, page);
        const filled = await fillCart(tx, ctx, { userId, ...cart }, wantedVariants(items));
        return { cart: filled.cart, items: itemsInCart(items, filled.lines) };
      });
    },
  };
}
