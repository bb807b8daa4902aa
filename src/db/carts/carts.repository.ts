import type { Tx } from '#db/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import type { Cart, CartStatus } from '#domain/carts/cart.js';

/** The addresses of a cart; what is undefined stays as it is. */
export interface CartAddresses {
  email?: string;
  shippingAddress?: Address;
  billingAddress?: Address;
}

export function createCartsRepository() {
  return {
    /** @returns the cart as it was written */
    async insert(tx: Tx, cart: { id: string; userId: string; email: string | null }): Promise<Cart> {
      const rows = (await tx('carts').insert(cart).returning('*')) as Cart[];
      return rows[0] as Cart;
    },

    /**
     * Locks the buyer's own cart to change it, notes when that was, and sets its addresses if there are any to be set;
     * a change that fails undoes all of that.
     */
    async lockToChange(
      tx: Tx,
      cartId: string,
      userId: string,
      addresses: CartAddresses = {},
    ): Promise<{ status: CartStatus } | undefined> {
      const json = (address: Address | undefined) => (address ? JSON.stringify(address) : undefined);
      const rows = (await tx('carts')
        .where({ id: cartId, userId })
        .update({
          email: addresses.email,
          shippingAddress: json(addresses.shippingAddress),
          billingAddress: json(addresses.billingAddress),
          updatedAt: tx.fn.now(),
        })
        .returning('status')) as { status: CartStatus }[];
      return rows[0];
    },

    /** Locks the buyer's own cart, so that it is changed and ordered by one request at a time. */
    async lock(tx: Tx, cartId: string, userId: string): Promise<{ status: CartStatus } | undefined> {
      return tx('carts').where({ id: cartId, userId }).forUpdate().first('status') as Promise<
        { status: CartStatus } | undefined
      >;
    },

    /**
     * Puts pieces of a variant in, on top of those that are there.
     * @returns the item's id; undefined for a variant that does not exist
     */
    async addItem(
      tx: Tx,
      item: { id: string; cartId: string; variantId: string; quantity: number },
    ): Promise<string | undefined> {
      const { rows } = await tx.raw<{ rows: { id: string }[] }>(
        `insert into carts_items (id, cart_id, variant_id, quantity)
         select ?, ?, id, ? from products_variants where id = ? and deleted_at is null
         on conflict (cart_id, variant_id) do update
           set quantity = carts_items.quantity + excluded.quantity, updated_at = now()
         returning id`,
        [item.id, item.cartId, item.quantity, item.variantId],
      );
      return rows[0]?.id;
    },

    /** @returns whether the cart has this item */
    async setQuantity(tx: Tx, cartId: string, itemId: string, quantity: number): Promise<boolean> {
      const changed = await tx('carts_items')
        .where({ id: itemId, cartId })
        .update({ quantity, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** Notes what the buyer has been shown as the price of a piece, in subunits. */
    async setPriceSeen(tx: Tx, itemId: string, unitPriceSeen: number | null): Promise<void> {
      await tx('carts_items').where({ id: itemId }).update({ unitPriceSeen }).options({ withCommit: true });
    },

    /** @returns whether the cart had this item */
    async removeItem(tx: Tx, cartId: string, itemId: string): Promise<boolean> {
      return (await tx('carts_items').where({ id: itemId, cartId }).delete()) > 0;
    },

    async markOrdered(tx: Tx, cartId: string, orderId: string): Promise<void> {
      await tx('carts')
        .where({ id: cartId, status: 'open' })
        .update({ status: 'ordered', orderId, updatedAt: tx.fn.now() });
    },

    /**
     * Gives a guest's carts to the user that the guest turned out to be. The cart that the guest was filling stays the
     * one in hand, under its id, and takes in what the user had left in an earlier one.
     */
    async merge(tx: Tx, guestId: string, userId: string): Promise<void> {
      const open = (await tx('carts')
        .whereIn('userId', [guestId, userId])
        .where({ status: 'open' })
        .orderBy('id')
        .forUpdate()
        .select('id', 'userId', 'updatedAt')) as { id: string; userId: string; updatedAt: Date }[];
      await tx('carts').where({ userId: guestId }).update({ userId });
      const [kept] = latestOf(open, guestId);
      const [earlier] = latestOf(open, userId);
      if (!kept || !earlier) return;
      await tx.raw(
        `insert into carts_items (cart_id, variant_id, quantity, unit_price_seen)
         select ?, variant_id, quantity, unit_price_seen from carts_items where cart_id = ? order by id
         on conflict (cart_id, variant_id) do update set updated_at = now(), quantity = least(
           carts_items.quantity + excluded.quantity,
           (select max_quantity_per_cart from products_variants where id = excluded.variant_id))`,
        [kept.id, earlier.id],
      );
      await tx.raw(
        `update carts kept set updated_at = now(), email = coalesce(kept.email, earlier.email),
           shipping_address = coalesce(kept.shipping_address, earlier.shipping_address),
           billing_address = coalesce(kept.billing_address, earlier.billing_address)
         from carts earlier where kept.id = ? and earlier.id = ?`,
        [kept.id, earlier.id],
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
