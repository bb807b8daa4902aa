import { expectRow } from '#db/kernel/expect-row.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createWishlistMovesRepository, type ItemMove } from '#db/wishlists/wishlist-moves.repository.js';
import { createWishlistsRepository } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_WISHLIST_ITEMS, type WishlistItem } from '#domain/wishlists/wishlist.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import type { Platform } from '#operations/platform.js';
import { requireCustomer } from './require-customer.js';
import { unknownReference } from './unknown-reference.js';
import { wishlistItemResponse } from './wishlists.schemas.js';

/** Moves items from one list of a customer to another. */
export function createWishlistMovesService({ unitOfWork }: Pick<Platform, 'unitOfWork'>) {
  const lists = createWishlistsRepository();
  const moves = createWishlistMovesRepository();
  const noItem = () => platformErrors.notFound({ entity: 'Wishlist item' });

  /**
   * Locks both lists in the order of their ids, so that moves in both directions never wait for each other.
   * @returns the lists that the customer has
   */
  async function lockLists(tx: Tx, ctx: Context, userId: string, move: ItemMove): Promise<Set<string>> {
    const locked = new Set<string>();
    for (const wishlistId of [...new Set([move.wishlistId, move.toWishlistId])].sort())
      if (await lists.lockToChange(tx, { wishlistId, userId }, ctx.now)) locked.add(wishlistId);
    return locked;
  }

  async function moveItem(tx: Tx, move: ItemMove, locked: ReadonlySet<string>): Promise<WishlistItem> {
    const { wishlistId, toWishlistId } = move;
    const found = locked.has(wishlistId) ? await moves.find(tx, move) : undefined;
    if (!found) throw noItem();
    if (!locked.has(toWishlistId)) throw unknownReference('body.wishlistId', 'wishlist not found');
    if (wishlistId === toWishlistId) return found;
    const merged = await moves.merge(tx, move);
    const item = merged ?? expectRow(await moves.move(tx, move));
    await lists.lowerItemCount(tx, wishlistId);
    if (!merged && !(await lists.raiseItemCount(tx, toWishlistId)))
      throw wishlistsErrors.full({ limit: MAX_WISHLIST_ITEMS });
    return item;
  }

  return {
    /**
     * Moves an item once for each `Idempotency-Key`. Where the other list has it already, one is left.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR for a list of somebody else, CONFLICT for a full list
     */
    move(ctx: Context, move: ItemMove) {
      const userId = requireCustomer(ctx);
      return unitOfWork.runOnce(ctx, async (tx) => {
        const locked = await lockLists(tx, ctx, userId, move);
        return wishlistItemResponse(await moveItem(tx, move, locked));
      });
    },
  };
}
