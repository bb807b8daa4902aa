import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type WishlistItem, wishlistItemColumns } from '#domain/wishlists/wishlist.js';

/** An item of one list that is moved to another; both lists are locked and of one customer. */
export interface ItemMove {
  itemId: string;
  wishlistId: string;
  toWishlistId: string;
}

const columns = `i.id, i.wishlist_id, i.product_id, i.variant_id, i.notify_price_drop, i.notify_back_in_stock, i.created_at`;

/** Items that change their list. */
export function createWishlistMovesRepository() {
  return {
    /** @returns the item as it is; undefined where the list has no such item */
    async find(
      tx: Tx,
      { itemId, wishlistId }: Omit<ItemMove, 'toWishlistId'>,
    ): Promise<WishlistItem | undefined> {
      const rows = await query(tx, wishlistItemColumns)(
        `select ${columns} from wishlists_items i where i.id = ? and i.wishlist_id = ?`,
        [itemId, wishlistId],
      );
      return rows[0];
    },

    /**
     * Deletes the item where the other list has the same product or variant already. Mails that either of the two asked for
     * are sent for the one that is left, from the price and stock that the asking one knew of.
     * @returns the item of the other list; undefined where there is none, and nothing is deleted
     */
    async merge(tx: Tx, { itemId, wishlistId, toWishlistId }: ItemMove): Promise<WishlistItem | undefined> {
      const rows = await query(tx, wishlistItemColumns)(
        `with gone as (
           delete from wishlists_items s using wishlists_items t
           where s.id = ? and s.wishlist_id = ? and t.wishlist_id = ? and t.product_id = s.product_id
             and t.variant_id is not distinct from s.variant_id
           returning s.*, t.id as same_id
         )
         update wishlists_items i set
           noticed_price = case when gone.notify_price_drop and not i.notify_price_drop then gone.noticed_price
             else i.noticed_price end,
           sold_out = case when gone.notify_back_in_stock and not i.notify_back_in_stock then gone.sold_out else i.sold_out end,
           notify_price_drop = i.notify_price_drop or gone.notify_price_drop,
           notify_back_in_stock = i.notify_back_in_stock or gone.notify_back_in_stock,
           is_due = i.is_due or gone.is_due
         from gone where i.id = gone.same_id
         returning ${columns}`,
        [itemId, wishlistId, toWishlistId],
      );
      return rows[0];
    },

    /** @returns the item in its new list, as the one row */
    async move(tx: Tx, { itemId, wishlistId, toWishlistId }: ItemMove): Promise<WishlistItem[]> {
      return query(tx, wishlistItemColumns)(
        `update wishlists_items i set wishlist_id = ? where i.id = ? and i.wishlist_id = ? returning ${columns}`,
        [toWishlistId, itemId, wishlistId],
      );
    },
  };
}
