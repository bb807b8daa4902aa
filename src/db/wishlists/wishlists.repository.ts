import { execute } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { MAX_WISHLIST_ITEMS, MAX_WISHLISTS, type Wishlist } from '#domain/wishlists/wishlist.js';

const columns = ['id', 'name', 'isDefault', 'itemCount', 'sharedAt', 'createdAt', 'updatedAt'];

/** A list of a customer: no statement finds the list of somebody else. */
export interface OwnList {
  wishlistId: string;
  userId: string;
}

/** The lists of customers. Limits are conditional updates of a counter, so that requests at one moment keep them too. */
export function createWishlistsRepository() {
  const own = (reader: Reader, { wishlistId, userId }: OwnList) =>
    reader('wishlists').where({ id: wishlistId, userId });

  return {
    /** The default list first, then in the order of creation. */
    async list(reader: Reader, userId: string): Promise<Wishlist[]> {
      return await reader('wishlists')
        .where({ userId })
        .orderBy([{ column: 'isDefault', order: 'desc' }, 'createdAt', 'id'])
        .select(columns);
    },

    async find(reader: Reader, list: OwnList): Promise<Wishlist | undefined> {
      return await own(reader, list).first(columns);
    },

    async findDefault(reader: Reader, userId: string): Promise<string | undefined> {
      const row = await reader('wishlists').where({ userId, isDefault: true }).first('id');
      return row?.id;
    },

    /** @returns null where there is a default list already and this one was to be it */
    async insert(
      tx: Tx,
      list: { id: string; userId: string; name: string; isDefault: boolean; now: Date },
    ): Promise<Wishlist | null> {
      const { now, ...row } = list;
      const rows = await tx('wishlists')
        .insert({ ...row, createdAt: now, updatedAt: now })
        .onConflict(tx.raw('(user_id) where is_default') as never)
        .ignore()
        .returning(columns);
      return (rows[0] as Wishlist | undefined) ?? null;
    },

    /** Counts one list more for its owner. @returns false where the owner has as many as allowed */
    async raiseCount(tx: Tx, userId: string): Promise<boolean> {
      const rowCount = await execute(
        tx,
        `insert into wishlists_owners as o (user_id, list_count) values (?, 1)
         on conflict (user_id) do update set list_count = o.list_count + 1 where o.list_count < ?`,
        [userId, MAX_WISHLISTS],
      );
      return rowCount > 0;
    },

    /** @returns the list as it is now; undefined where the customer has no such list */
    async rename(tx: Tx, list: OwnList, name: string, now: Date): Promise<Wishlist | undefined> {
      const rows = await own(tx, list).update({ name, updatedAt: now }).returning(columns);
      return rows[0] as Wishlist | undefined;
    },

    /**
     * Deletes a list with its items. The owner is locked first, as by the mails about items.
     * @returns whether the customer had it; false has to undo the transaction
     */
    async delete(tx: Tx, list: OwnList): Promise<boolean> {
      const counted = tx('wishlists_owners').where({ userId: list.userId }).where('listCount', '>', 0);
      await counted.decrement('listCount', 1);
      return (await own(tx, list).delete()) > 0;
    },

    /** Locks a list to change its items. @returns whether the customer has it */
    async lockToChange(tx: Tx, list: OwnList, now: Date): Promise<boolean> {
      return (await own(tx, list).update({ updatedAt: now })) > 0;
    },

    /** Counts one item more. @returns false where the list is full */
    async raiseItemCount(tx: Tx, wishlistId: string): Promise<boolean> {
      const counted = tx('wishlists').where({ id: wishlistId }).where('itemCount', '<', MAX_WISHLIST_ITEMS);
      return (await counted.increment('itemCount', 1)) > 0;
    },

    async lowerItemCount(tx: Tx, wishlistId: string): Promise<void> {
      await tx('wishlists').where({ id: wishlistId }).decrement('itemCount', 1);
    },

    /** Makes the link with this hash the only one of the list; null revokes it. @returns the list, undefined if unknown */
    async share(tx: Tx, list: OwnList, shareHash: string | null, now: Date): Promise<Wishlist | undefined> {
      const sharedAt = shareHash === null ? null : now;
      const rows = await own(tx, list).update({ shareHash, sharedAt, updatedAt: now }).returning(columns);
      return rows[0] as Wishlist | undefined;
    },

    async findShared(reader: Reader, shareHash: string): Promise<{ id: string; name: string } | undefined> {
      return await reader('wishlists').where({ shareHash }).first('id', 'name');
    },
  };
}
