import { currentPriceSql } from '#db/products/price-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { OpenCart } from './carts.repository.js';

/** Pieces of a variant. */
export interface VariantQuantity {
  variantId: string;
  quantity: number;
}

/** Many items of a cart at once; the cart is locked before. */
export function createReorderRepository() {
  return {
    /** Pieces of the items that the cart has already, by variant. */
    async quantities(tx: Tx, cartId: string): Promise<Map<string, number>> {
      const rows = (await tx('carts_items')
        .where({ cartId })
        .select('variantId', 'quantity')) as VariantQuantity[];
      return new Map(rows.map(({ variantId, quantity }) => [variantId, quantity]));
    },

    /** Adds each variant that still exists and is not in the cart yet, with the price that the buyer is shown. */
    async addMissing(
      tx: Tx,
      { cartId, userId }: OpenCart,
      variants: readonly VariantQuantity[],
      shownAt: Date,
    ): Promise<void> {
      await tx.raw(
        `insert into carts_items (cart_id, variant_id, quantity, unit_price_seen)
           select c.id, pv.id, wanted.quantity, ${currentPriceSql('pv', 'shown.at')}
           from unnest(?::uuid[], ?::integer[]) with ordinality as wanted (variant_id, quantity, place)
           join products_variants pv on pv.id = wanted.variant_id and pv.deleted_at is null
           cross join (select ?::timestamptz as at) as shown
           join carts c on c.id = ? and c.user_id = ? and c.status = 'open'
           order by wanted.place
           on conflict (cart_id, variant_id) do nothing`,
        [
          variants.map(({ variantId }) => variantId),
          variants.map(({ quantity }) => quantity),
          shownAt,
          cartId,
          userId,
        ] as never[],
      );
    },

    /** Sets the pieces of items, with the price that the buyer is shown; those of no pieces are removed. */
    async settle(
      tx: Tx,
      { cartId }: OpenCart,
      variants: readonly VariantQuantity[],
      shownAt: Date,
    ): Promise<void> {
      const [kept, gone] = [
        variants.filter(({ quantity }) => quantity > 0),
        variants.filter(({ quantity }) => quantity === 0),
      ];
      if (gone.length > 0)
        await tx('carts_items')
          .where({ cartId })
          .whereIn(
            'variantId',
            gone.map(({ variantId }) => variantId),
          )
          .delete();
      if (kept.length === 0) return;
      await tx.raw(
        `update carts_items i set quantity = wanted.quantity, unit_price_seen = ${currentPriceSql('pv', 'shown.at')}, updated_at = now()
         from unnest(?::uuid[], ?::integer[]) as wanted (variant_id, quantity)
         join products_variants pv on pv.id = wanted.variant_id
         cross join (select ?::timestamptz as at) as shown
         where i.cart_id = ? and i.variant_id = wanted.variant_id`,
        [
          kept.map(({ variantId }) => variantId),
          kept.map(({ quantity }) => quantity),
          shownAt,
          cartId,
        ] as never[],
      );
    },
  };
}
