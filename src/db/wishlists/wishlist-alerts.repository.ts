import { query } from '#db/kernel/query.js';
import { variantTitleSql } from '#db/products/variant-title-sql.js';
import { notSubscribedSql, type SkippingTopic } from '#db/campaigns/skipped-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type WishlistAlert, wishlistAlertColumns } from '#domain/wishlists/wishlist-alerts.js';
import { seenBySql } from '#db/products/offered-sql.js';
import { itemOfferSql } from './item-offer-sql.js';

export interface AlertBatch {
  /** Owners after this one, in the order of their ids. */
  after: string | null;
  limit: number;
  now: Date;
  /** The day of `now`; an owner is written to once a day. */
  today: string;
  topic: SkippingTopic;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** The mails about price drops and returned stock: whose turn it is, what is new, and what the owners then know of. */
export function createWishlistAlertsRepository() {
  return {
    /**
     * Takes the next owners of due items who had no mail today; another run leaves out those that this one has taken.
     * @returns their ids in order
     */
    async take(tx: Tx, { after, limit, today }: AlertBatch): Promise<string[]> {
      const rows = (await tx('wishlists_owners')
        .where({ isDue: true })
        .where('userId', '>', after ?? FIRST)
        .where((owner) => void owner.whereNull('notifiedOn').orWhere('notifiedOn', '<', today))
        .orderBy('userId')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('userId')) as { userId: string }[];
      return rows.map(({ userId }) => userId);
    },

    /** The due items of subscribed owners that are cheaper or back at this moment. */
    async read(tx: Tx, userIds: readonly string[], { now, topic }: AlertBatch): Promise<WishlistAlert[]> {
      const notSubscribed = notSubscribedSql(topic, 'lower(u.email)');
      return query(tx, wishlistAlertColumns)(
        `with changed as materialized (
           select w.user_id, i.id, i.product_id, p.title, ${variantTitleSql('pv')} as variant_title, p.slug, v.display_name as vendor,
             coalesce(pv.thumbnail, p.thumbnail, p.images[1]) as image, offer.price, offer.price_end,
             case when i.notify_price_drop and offer.price < i.noticed_price then i.noticed_price end as former_price,
             i.notify_back_in_stock and i.sold_out as is_back
           from (select ?::timestamptz as at) as now
           join wishlists w on w.user_id = any(?::uuid[])
           join wishlists_items i on i.wishlist_id = w.id and i.is_due
           join products p on p.id = i.product_id join vendors v on v.id = p.vendor_id
           left join products_variants pv on pv.id = i.variant_id
           cross join lateral (${itemOfferSql('now.at', seenBySql('p', 'w.user_id'))}) as offer
           where offer.in_stock
         ), once as (
           select distinct on (user_id, product_id, variant_title) * from changed where former_price is not null or is_back
           order by user_id, product_id, variant_title, former_price - price desc nulls last, id
         )
         select u.id as user_id, u.email, u.name, u.locale, json_agg(json_build_object('itemId', n.id, 'title', n.title,
           'variantTitle', n.variant_title, 'slug', n.slug, 'vendor', n.vendor, 'image', n.image, 'price', n.price,
           'priceEnd', n.price_end, 'formerPrice', n.former_price, 'isBack', n.is_back)
           order by n.former_price is null, n.former_price - n.price desc, n.id) as items
         from once n join accounts_users u on u.id = n.user_id
         where not u.is_anonymous and u.banned_at is null and u.email_verified
           and not exists (select from mail_suppressions s where s.address = lower(u.email))
           and not (${notSubscribed.sql})
         group by u.id order by u.id`,
        [now, [...userIds], ...notSubscribed.bindings],
      );
    },

    /**
     * Records that owners have been dealt with, and which of them were written to: a lower price than now is a drop from here
     * on, and what can be bought has to be sold out before it is back again.
     */
    async settle(
      tx: Tx,
      taken: readonly string[],
      written: readonly string[],
      { now, today }: AlertBatch,
    ): Promise<void> {
      if (taken.length === 0) return;
      await tx.raw(
        `update wishlists_items i set is_due = false,
           noticed_price = case when seen.in_stock then least(i.noticed_price, seen.price) else i.noticed_price end,
           sold_out = not seen.in_stock
         from (
           select i.id, offer.price, offer.in_stock from (select ?::timestamptz as at) as now
           join wishlists w on w.user_id = any(?::uuid[])
           join wishlists_items i on i.wishlist_id = w.id and i.is_due
           join products p on p.id = i.product_id join vendors v on v.id = p.vendor_id
           cross join lateral (${itemOfferSql('now.at', seenBySql('p', 'w.user_id'))}) as offer
         ) as seen
         where i.id = seen.id`,
        [now, [...taken]],
      );
      await tx('wishlists_owners').whereIn('userId', taken).update({ isDue: false });
      if (written.length > 0)
        await tx('wishlists_owners').whereIn('userId', written).update({ notifiedOn: today });
    },
  };
}
