import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { seenBySql } from '#db/products/offered-sql.js';
import { itemOfferSql } from './item-offer-sql.js';

/**
 * What products and their variants cost and whether they can be bought by those to whom they are shown: one row for each product
 * as a whole (`variant_id` null) and one for each of its variants.
 */
const offers = `
  now as (select ?::timestamptz as at), offers as materialized (
    select i.product_id, i.variant_id, offer.price, offer.in_stock
    from now cross join products p join vendors v on v.id = p.vendor_id
    cross join lateral (
      select p.id as product_id, null::uuid as variant_id
      union all select p.id, pv.id from products_variants pv where pv.product_id = p.id
    ) as i
    cross join lateral (${itemOfferSql('now.at', 'true')}) as offer
    where p.id = any(?::uuid[])
  )`;

/** Private products are shown to members of their groups; of all others this costs no look. */
const seen = seenBySql('p', 'w.user_id');

const itemsWhere = (condition: string) => `
  select i.id, w.user_id from offers o join products p on p.id = o.product_id
  join wishlists_items i on i.product_id = o.product_id and i.variant_id is not distinct from o.variant_id
  join wishlists w on w.id = i.wishlist_id
  where ${condition}`;

/** Each kind of change has an index of the items that it concerns and that are not marked yet. */
const cheaper = itemsWhere(`i.notify_price_drop and not i.is_due and i.noticed_price > o.price and ${seen}`);
const back = itemsWhere(`i.notify_back_in_stock and i.sold_out and not i.is_due and o.in_stock and ${seen}`);
const soldOut = itemsWhere(
  `i.notify_back_in_stock and not i.sold_out and not i.is_due and not (o.in_stock and ${seen})`,
);

/** SQL, true while somebody wants a mail about an item: otherwise changes of products need no look. */
export const noticesWanted = `exists (select from wishlists_items where notify_back_in_stock)
  or exists (select from wishlists_items where notify_price_drop and not is_due)`;

/** Products whose variants change their price, or that are published, within a span of time and by time alone. */
const changedByTime = `
  select product_id from products_variants
  where deleted_at is null and special_price_start > ? and special_price_start <= ?
  union
  select id from products where deleted_at is null and published_at > ? and published_at <= ?`;

export interface ProductsAt {
  productIds: readonly string[];
  now: Date;
  limit: number;
}

/** Marks the items of which a mail may be due, and those that cannot be bought. A repeat marks nothing more. */
export function createDueItemsRepository() {
  async function found(tx: Tx, { productIds, now, limit }: ProductsAt, items: string) {
    return query(tx, { id: uuid, userId: uuid })(
      `with ${offers} select id, user_id from (${items}) as found order by user_id, id limit ?`,
      [now, [...productIds], limit],
    );
  }

  return {
    /**
     * Marks up to `limit` items that are cheaper than their owners know, or can be bought again. Owners are locked before
     * items, as by the mails about them.
     * @returns how many; to be repeated until it is 0
     */
    async markDue(tx: Tx, at: ProductsAt): Promise<number> {
      const rows = await found(tx, at, `${cheaper} union ${back}`);
      if (rows.length === 0) return 0;
      const owners = [...new Set(rows.map(({ userId }) => userId))];
      await tx('wishlists_owners').whereIn('userId', owners).orderBy('userId').forUpdate().select('userId');
      await tx('wishlists_owners').whereIn('userId', owners).update({ isDue: true });
      const ids = rows.map(({ id }) => id);
      await tx('wishlists_items').whereIn('id', ids).update({ isDue: true });
      return rows.length;
    },

    /** Records of up to `limit` items that they cannot be bought now. @returns how many; to be repeated until it is 0 */
    async markSoldOut(tx: Tx, at: ProductsAt): Promise<number> {
      const rows = await found(tx, at, soldOut);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id).sort();
      return tx('wishlists_items').whereIn('id', ids).update({ soldOut: true });
    },

    /** The products that time alone has changed. */
    async changedByTime(tx: Tx, after: Date, until: Date): Promise<string[]> {
      const rows = await query(tx, { productId: uuid })(changedByTime, [after, until, after, until]);
      return rows.map(({ productId }) => productId);
    },
  };
}
