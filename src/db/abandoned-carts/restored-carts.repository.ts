import { boolean, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { CartStatus } from '#domain/carts/cart.js';

/** The cart that a reminder is about; nothing of its buyer but the id. */
const remindedCartColumns = {
  seriesId: uuid,
  /** The code that the reminder gave. */
  couponCode: nullable(text),
  cartId: uuid,
  userId: uuid,
  status: textOf<CartStatus>(),
  hasItems: boolean,
  /** Whether another cart that took in its items was ordered. */
  orderedElsewhere: boolean,
};
export type RemindedCart = RowOf<typeof remindedCartColumns>;

/** Where the carts of reminders were restored. */
export function createRestoredCartsRepository() {
  return {
    async findReminded(reader: Reader, reminderId: string): Promise<RemindedCart | undefined> {
      const rows = await query(reader, remindedCartColumns)(
        `select s.id as series_id, m.coupon_code, c.id as cart_id, c.user_id, c.status,
           exists (select from carts_items i where i.cart_id = c.id) as has_items,
           exists (select from abandoned_carts_restores r join carts other on other.id = r.cart_id
             where r.series_id = s.id and other.status = 'ordered') as ordered_elsewhere
         from abandoned_carts_reminders m join abandoned_carts_series s on s.id = m.series_id join carts c on c.id = s.cart_id
         where m.id = ?`,
        [reminderId],
      );
      return rows[0];
    },

    /** Records that the link of a reminder was used. @returns false when it was used before */
    async markOpened(tx: Tx, reminderId: string, at: Date): Promise<boolean> {
      const changed = await tx('abandoned_carts_reminders')
        .where({ id: reminderId })
        .whereNull('openedAt')
        .update({ openedAt: at });
      return changed > 0;
    },

    /** Records that a cart gets the items of a reminded one. @returns false when it has done so before */
    async record(
      tx: Tx,
      { seriesId, cartId, from, at }: { seriesId: string; cartId: string; from: string; at: Date },
    ): Promise<boolean> {
      const rows = await tx('abandoned_carts_restores')
        .insert({ seriesId, cartId, fromCartId: from, restoredAt: at })
        .onConflict(['seriesId', 'cartId'])
        .ignore()
        .returning('cartId');
      return rows.length > 0;
    },

    /**
     * Open carts of a user whose items a cart of the guest has taken in, and that have not changed since: with the guest's cart
     * they would be duplicates.
     */
    async takenIn(tx: Tx, guestId: string, userId: string): Promise<string[]> {
      const rows = await query(tx, { id: uuid })(
        `select distinct earlier.id from carts kept join abandoned_carts_restores r on r.cart_id = kept.id
         join carts earlier on earlier.id = r.from_cart_id
         where kept.user_id = ? and kept.status = 'open' and earlier.user_id = ? and earlier.status = 'open'
           and earlier.updated_at <= r.restored_at`,
        [guestId, userId],
      );
      return rows.map(({ id }) => id);
    },
  };
}
