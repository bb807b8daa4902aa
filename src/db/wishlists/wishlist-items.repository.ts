import { nullable, type RowOf, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { onSaleSql, seenByMemberSql, vendorSellsSql, seenBySql } from '#db/products/offered-sql.js';
import { type WishlistItem, wishlistItemColumns, type WishlistNotices } from '#domain/wishlists/wishlist.js';
import { itemOfferSql } from './item-offer-sql.js';
import type { OwnList } from './wishlists.repository.js';

export interface NewItem extends WishlistNotices {
  id: string;
  wishlistId: string;
  userId: string;
  productId: string;
  variantId: string | null;
  now: Date;
}

/** What a purchase of an item is of. */
const itemToBuyColumns = {
  productId: uuid,
  variantId: nullable(uuid),
  /** The one variant that is on sale; null where there is a choice, or nothing on sale. */
  onlyVariantId: nullable(uuid),
};
export type ItemToBuy = RowOf<typeof itemToBuyColumns>;

const columns = `i.id, i.wishlist_id, i.product_id, i.variant_id, i.notify_price_drop, i.notify_back_in_stock, i.created_at`;

/** Items of wishlists; the unique key decides when one product is added twice at one moment. */
export function createWishlistItemsRepository() {
  return {
    /**
     * Adds what the customer may see in the store, and records its price. @returns whether it is new: false where the list
     * has it already, or where the store does not show such a product or variant
     */
    async insert(tx: Tx, item: NewItem): Promise<boolean> {
      const { id, wishlistId, userId, productId, variantId, notifyPriceDrop, notifyBackInStock, now } = item;
      const rowCount = await execute(
        tx,
        `insert into wishlists_items (id, wishlist_id, product_id, variant_id, price_added, notify_price_drop,
           notify_back_in_stock, noticed_price, sold_out, created_at)
         select ?, ?, i.product_id, i.variant_id, offer.price, ?, ?, offer.price, not offer.in_stock, i.at
         from (select ?::uuid as product_id, ?::uuid as variant_id, ?::uuid as user_id, ?::timestamptz as at) as i
         join products p on p.id = i.product_id
         join vendors v on v.id = p.vendor_id
         cross join lateral (${itemOfferSql('i.at', seenBySql('p', 'i.user_id'))}) as offer
         where ${vendorSellsSql('v')} and (${onSaleSql('p', 'i.at')} or ${seenByMemberSql('p', 'i.user_id')})
           and (i.variant_id is null or exists (select from products_variants pv
             where pv.id = i.variant_id and pv.product_id = i.product_id and pv.deleted_at is null))
         on conflict on constraint wishlists_items_once do nothing`,
        [id, wishlistId, notifyPriceDrop, notifyBackInStock, productId, variantId as never, userId, now],
      );
      return rowCount > 0;
    },

    async findSame(
      reader: Reader,
      { wishlistId, productId, variantId }: NewItem,
    ): Promise<WishlistItem | undefined> {
      const rows = await query(reader, wishlistItemColumns)(
        `select ${columns} from wishlists_items i
         where i.wishlist_id = ? and i.product_id = ? and i.variant_id is not distinct from ?::uuid`,
        [wishlistId, productId, variantId as never],
      );
      return rows[0];
    },

    /**
     * Sets what the owner wants to be mailed about. What was switched on counts from now: from the current price, and from
     * whether it can be bought.
     * @returns the item as it is now; undefined where the customer has no such item
     */
    async setNotices(
      tx: Tx,
      { wishlistId, userId }: OwnList,
      itemId: string,
      { notices, now }: { notices: Partial<WishlistNotices>; now: Date },
    ): Promise<WishlistItem | undefined> {
      const rows = await query(tx, wishlistItemColumns)(
        `update wishlists_items i set
           noticed_price = case when given.price_drop and not i.notify_price_drop then coalesce(seen.price, i.noticed_price)
             else i.noticed_price end,
           sold_out = case when given.back_in_stock and not i.notify_back_in_stock then not seen.in_stock else i.sold_out end,
           notify_price_drop = coalesce(given.price_drop, i.notify_price_drop),
           notify_back_in_stock = coalesce(given.back_in_stock, i.notify_back_in_stock)
         from (select ?::boolean as price_drop, ?::boolean as back_in_stock) as given,
           (select i.id, offer.* from wishlists_items i join wishlists w on w.id = i.wishlist_id
            cross join (select ?::timestamptz as at) as now
            join products p on p.id = i.product_id join vendors v on v.id = p.vendor_id
            cross join lateral (${itemOfferSql('now.at', seenBySql('p', 'w.user_id'))}) as offer
            where i.id = ? and i.wishlist_id = ? and w.user_id = ?) as seen
         where i.id = seen.id
         returning ${columns}`,
        [
          (notices.notifyPriceDrop ?? null) as never,
          (notices.notifyBackInStock ?? null) as never,
          now,
          itemId,
          wishlistId,
          userId,
        ],
      );
      return rows[0];
    },

    /** @returns whether the list had the item */
    async remove(tx: Tx, { wishlistId, userId }: OwnList, itemId: string): Promise<boolean> {
      const lists = tx('wishlists').where({ id: wishlistId, userId }).select('id');
      return (await tx('wishlists_items').where({ id: itemId }).whereIn('wishlistId', lists).delete()) > 0;
    },

    /** Whether a variant is what an item stands for: its own, or one of its product. */
    async sells(reader: Reader, item: ItemToBuy, variantId: string): Promise<boolean> {
      if (item.variantId !== null) return item.variantId === variantId;
      const { productId } = item;
      return (
        (await reader('products_variants').where({ id: variantId, productId }).first('id')) !== undefined
      );
    },

    async findToBuy(
      reader: Reader,
      { wishlistId, userId }: OwnList,
      itemId: string,
      now: Date,
    ): Promise<ItemToBuy | undefined> {
      const rows = await query(reader, itemToBuyColumns)(
        `select i.product_id, i.variant_id, offer.only_variant_id
         from (select ?::timestamptz as at) as now
         join wishlists_items i on i.id = ? and i.wishlist_id = ?
         join wishlists w on w.id = i.wishlist_id and w.user_id = ?
         join products p on p.id = i.product_id join vendors v on v.id = p.vendor_id
         cross join lateral (${itemOfferSql('now.at', seenBySql('p', 'w.user_id'))}) as offer`,
        [now, itemId, wishlistId, userId],
      );
      return rows[0];
    },
  };
}
