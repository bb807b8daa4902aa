import { currentPriceSql } from '#db/products/price-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import { type Cart, MAX_CART_QUANTITY } from '#domain/carts/cart.js';
import { MAX_CART_COUPONS } from '#domain/discounts/discount.js';

/** The addresses of a cart; what is undefined stays as it is. */
export interface CartAddresses {
  email?: string;
  shippingAddress?: Address;
  billingAddress?: Address;
}

/** Whose items may be changed: a cart of this buyer's, while it is open. */
export interface OpenCart {
  cartId: string;
  userId: string;
}

function itemOf(tx: Tx, { cartId, userId }: OpenCart, itemId: string) {
  const open = tx('carts').where({ id: cartId, userId, status: 'open' }).select('id');
  return tx('carts_items').where({ id: itemId }).whereIn('cartId', open);
}

/** Adds the items of one cart to those of another. */
async function addItems(tx: Tx, cartId: string, fromCartId: string): Promise<void> {
  await tx.raw(
    `insert into carts_items (cart_id, variant_id, quantity, unit_price_seen)
     select ?, variant_id, quantity, unit_price_seen from carts_items where cart_id = ? order by id
     on conflict (cart_id, variant_id) do update set updated_at = now(), quantity = least(
       carts_items.quantity + excluded.quantity, ?,
       (select max_quantity_per_cart from products_variants where id = excluded.variant_id))`,
    [cartId, fromCartId, MAX_CART_QUANTITY],
  );
}

/** Of some carts the one that was changed last. */
async function latestId(carts: Knex.QueryBuilder): Promise<string | undefined> {
  const order = ['updatedAt', 'id'].map((column) => ({ column, order: 'desc' as const }));
  const row = (await carts.orderBy(order).first('id')) as { id: string } | undefined;
  return row?.id;
}

export function createCartsRepository() {
  return {
    /**
     * Lets a reorder and the link of a reminder, which name no cart to fill, follow each other for a buyer, so that simultaneous
     * ones fill the same cart.
     */
    async lockBuyer(tx: Tx, userId: string): Promise<void> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [`carts.buyer ${userId}`]);
    },

    /** The open cart that this buyer changed last, empty or not. */
    findOpen: (reader: Reader, userId: string): Promise<string | undefined> =>
      latestId(reader('carts').where({ userId, status: 'open' })),

    /** The open cart with items that this buyer changed last. */
    findCurrent(reader: Reader, userId: string): Promise<string | undefined> {
      const items = reader('carts_items').whereRaw('carts_items.cart_id = carts.id').select(reader.raw('1'));
      return latestId(reader('carts').where({ userId, status: 'open' }).whereExists(items));
    },

    /** @returns the cart as it was written */
    async insert(tx: Tx, cart: { id: string; userId: string; email: string | null }): Promise<Cart> {
      const rows = await tx('carts').insert(cart).returning('*');
      return rows[0] as Cart;
    },

    /**
     * Locks the buyer's own cart to change it, notes when that was, and sets its addresses if there are any to be set;
     * a change that fails undoes all of that. What became of it is seen by reading the cart.
     */
    async lockToChange(tx: Tx, cartId: string, userId: string, addresses: CartAddresses = {}): Promise<void> {
      const json = (address: Address | undefined) => (address ? JSON.stringify(address) : undefined);
      await tx('carts')
        .where({ id: cartId, userId })
        .update({
          email: addresses.email,
          shippingAddress: json(addresses.shippingAddress),
          billingAddress: json(addresses.billingAddress),
          updatedAt: tx.fn.now(),
        });
    },

    /**
     * Locks the buyer's own cart, so that it is changed and ordered by one request at a time. To be read afterwards: a
     * statement sees what was there when it began, and this one may have to wait.
     */
    async lock(tx: Tx, cartId: string, userId: string): Promise<void> {
      await tx('carts').where({ id: cartId, userId }).forUpdate().select('id');
    },

    /**
     * Puts pieces of a variant in, on top of those that are there, and notes the price that the buyer is shown. Sums
     * above the most pieces of an item are written as one more than that, for the quote to refuse.
     */
    async addItem(
      tx: Tx,
      { cartId, userId }: OpenCart,
      item: { id: string; variantId: string; quantity: number },
      shownAt: Date,
    ): Promise<void> {
      await tx.raw(
        `insert into carts_items (id, cart_id, variant_id, quantity, unit_price_seen)
           select ?, c.id, pv.id, ?, ${currentPriceSql('pv', 'shown.at')}
           from carts c, products_variants pv, (select ?::timestamptz as at) as shown
           where c.id = ? and c.user_id = ? and c.status = 'open' and pv.id = ? and pv.deleted_at is null
           on conflict (cart_id, variant_id) do update
             set quantity = least(carts_items.quantity + excluded.quantity, ?), unit_price_seen = excluded.unit_price_seen,
               updated_at = now()`,
        [item.id, item.quantity, shownAt, cartId, userId, item.variantId, MAX_CART_QUANTITY + 1],
      );
    },

    /** Sets the pieces of an item, and notes the price that the buyer is shown. */
    async setQuantity(
      tx: Tx,
      cart: OpenCart,
      itemId: string,
      quantity: number,
      shownAt: Date,
    ): Promise<void> {
      const price = `(select ${currentPriceSql('pv', 'shown.at')} from products_variants pv, (select ?::timestamptz as at) as shown
        where pv.id = carts_items.variant_id)`;
      await itemOf(tx, cart, itemId).update({
        quantity,
        unitPriceSeen: tx.raw(price, [shownAt]),
        updatedAt: tx.fn.now(),
      });
    },

    /** @returns whether the cart had this item */
    async removeItem(tx: Tx, cart: OpenCart, itemId: string): Promise<boolean> {
      return (await itemOf(tx, cart, itemId).delete()) > 0;
    },

    /** The e-mail address of the cart is proven. */
    async confirmEmail(tx: Tx, cartId: string, email: string): Promise<void> {
      await tx('carts')
        .where({ id: cartId, status: 'open' })
        .update({ confirmedEmail: email, updatedAt: tx.fn.now() });
    },

    /** Sets the coupons of a cart, in the order of adding. */
    async setCoupons(
      tx: Tx,
      cartId: string,
      { couponIds, couponCodes }: Pick<Cart, 'couponIds' | 'couponCodes'>,
    ): Promise<void> {
      await tx('carts')
        .where({ id: cartId, status: 'open' })
        .update({ couponIds, couponCodes: JSON.stringify(couponCodes), updatedAt: tx.fn.now() });
    },

    /** Records which gifts of automatic offers the buyer was shown. It is no change by the buyer. */
    async showGifts(tx: Tx, cartId: string, giftOfferIds: readonly string[]): Promise<void> {
      await tx('carts').where({ id: cartId, status: 'open' }).update({ giftOfferIds });
    },

    async markOrdered(tx: Tx, cartId: string, orderId: string): Promise<void> {
      await tx('carts')
        .where({ id: cartId, status: 'open' })
        .update({ status: 'ordered', orderId, updatedAt: tx.fn.now() });
    },

    /** Adds the items of another cart, as a merge does; that cart stays as it is. */
    takeIn: addItems,

    /** Closes open carts whose items another cart of the same buyer holds. */
    async setAside(tx: Tx, cartIds: readonly string[]): Promise<void> {
      if (cartIds.length === 0) return;
      await tx('carts')
        .whereIn('id', [...cartIds])
        .where({ status: 'open' })
        .update({ status: 'merged', updatedAt: tx.fn.now() });
    },

    /** Closes the carts of a user whose data is erased: an order that is being placed from one finds it closed. */
    async closeAll(tx: Tx, userId: string): Promise<void> {
      await tx('carts')
        .where({ userId, status: 'open' })
        .update({ status: 'merged', updatedAt: tx.fn.now() });
    },

    /**
     * Gives a guest's carts to the user that the guest turned out to be. The cart that the guest was filling stays the
     * one in hand, under its id, and takes in what the user had left in an earlier one.
     */
    async merge(tx: Tx, guestId: string, userId: string): Promise<void> {
      const open = await tx('carts')
        .whereIn('userId', [guestId, userId])
        .where({ status: 'open' })
        .orderBy('id')
        .forUpdate()
        .select('id', 'userId', 'updatedAt');
      await tx('carts').where({ userId: guestId }).update({ userId });
      const [kept] = latestOf(open, guestId);
      const [earlier] = latestOf(open, userId);
      if (!kept || !earlier) return;
      await addItems(tx, kept.id, earlier.id);
      await tx.raw(
        `update carts kept set updated_at = now(), email = coalesce(kept.email, earlier.email),
           coupon_ids = (kept.coupon_ids || array(select id from unnest(earlier.coupon_ids) with ordinality c (id, place)
             where id <> all (kept.coupon_ids) order by place))[1:?],
           coupon_codes = earlier.coupon_codes || kept.coupon_codes,
           shipping_address = coalesce(kept.shipping_address, earlier.shipping_address),
           billing_address = coalesce(kept.billing_address, earlier.billing_address)
         from carts earlier where kept.id = ? and earlier.id = ?`,
        [MAX_CART_COUPONS, kept.id, earlier.id],
      );
      await tx('carts').where({ id: earlier.id }).update({ status: 'merged', updatedAt: tx.fn.now() });
    },
  };
}

function latestOf<Row extends { userId: string; updatedAt: Date }>(carts: Row[], userId: string): Row[] {
  return carts
    .filter((cart) => cart.userId === userId)
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

export type CartsRepository = ReturnType<typeof createCartsRepository>;
