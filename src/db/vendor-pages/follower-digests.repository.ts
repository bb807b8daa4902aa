import { joinedRow, nullable, outer, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import {
  inactiveSql,
  lockWeeklyLimit,
  notSubscribedSql,
  overLimitSql,
  type SkippingTopic,
  type Sql,
} from '#db/campaigns/skipped-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { offeredSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { currentPriceSql } from '#db/products/price-sql.js';
import type { SkipRules } from '#domain/campaigns/campaign-topic.js';
import {
  AGAIN_AFTER_DAYS,
  type FollowerDigest,
  followerDigestColumns,
  NEWEST_DAYS,
  SHOWN_PRODUCTS,
} from '#domain/vendor-pages/follower-digest.js';

export interface DigestBatch {
  /** Followers after this one, in the order of their ids. */
  after: string | null;
  limit: number;
  now: Date;
  topic: SkippingTopic;
  rules: SkipRules;
}

const DAY_MS = 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** What is new for the followers of vendors. */
export function createFollowerDigestsRepository() {
  return {
    /**
     * The next followers who want the digest, with what is new for each since the one before; those for whom nothing is new are
     * not among them. @returns them, and the last follower that was looked at; null when there was none left
     */
    async next(tx: Tx, batch: DigestBatch): Promise<{ digests: FollowerDigest[]; last: string | null }> {
      const { after, limit, now, rules } = batch;
      if (rules.weeklyLimit > 0) await lockWeeklyLimit(tx);
      const skipped = skippedOf(batch);
      const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
      const rows = await query(tx, { ...outer(followerDigestColumns), last: nullable(uuid) })(
        `with page as materialized (
           select distinct f.user_id from vendor_pages_follows f where f.user_id > ?::uuid order by f.user_id limit ?
         ), readers as materialized (
           select u.id, u.email, u.name, u.locale, d.sent_at
           from page join accounts_users u on u.id = page.user_id
           left join vendor_pages_digests d on d.user_id = u.id
           where not u.is_anonymous and u.banned_at is null and u.email_verified
             and (d.sent_at is null or d.sent_at < ?)
             and not exists (select from mail_suppressions s where s.address = lower(u.email))
             and ${skipped.map(({ sql }) => `not (${sql})`).join(' and ')}
         ), fresh as materialized (
           select p.id, p.vendor_id, p.title, p.slug, coalesce(p.thumbnail, p.images[1]) as image, p.published_at,
             v.display_name as vendor, offer.price_start, offer.price_end
           from (select ?::timestamptz as at) as now
           cross join products p join vendors v on v.id = p.vendor_id
           cross join lateral (
             select min(${currentPriceSql('pv', 'now.at')})::float8 as price_start, max(${currentPriceSql('pv', 'now.at')})::float8 as price_end
             from products_variants pv join inventory_levels l on l.variant_id = pv.id
             where pv.product_id = p.id and ${offeredSql({ product: 'p', variant: 'pv' }, 'now.at')}
               and ${inStockSql('l')}
           ) as offer
           where p.published_at > ? and p.published_at <= now.at and ${vendorSellsSql('v')}
             and offer.price_start is not null
             and exists (select from vendor_pages_follows f join page using (user_id) where f.vendor_id = p.vendor_id)
         ), news as (
           select r.id as user_id, fresh.*, row_number() over (partition by r.id order by fresh.published_at desc, fresh.id) as place,
             count(*) over (partition by r.id) as product_count
           from readers r join vendor_pages_follows f on f.user_id = r.id join fresh on fresh.vendor_id = f.vendor_id
           where fresh.published_at > greatest(f.created_at, coalesce(r.sent_at, f.created_at))
         )
         select (select user_id from page order by user_id desc limit 1) as last, r.id as user_id, r.email, r.name, r.locale,
           n.product_count::integer, n.products
         from (select) as one left join (
           select user_id, max(product_count) as product_count, json_agg(json_build_object('title', title, 'slug', slug,
             'vendor', vendor, 'image', image, 'priceStart', price_start, 'priceEnd', price_end) order by place) as products
           from news where place <= ? group by user_id
         ) as n on true left join readers r on r.id = n.user_id
         order by r.id`,
        [
          after ?? FIRST,
          limit,
          before(AGAIN_AFTER_DAYS),
          ...skipped.flatMap(({ bindings }) => bindings),
          now,
          before(NEWEST_DAYS),
          SHOWN_PRODUCTS,
        ],
      );
      const digests = rows.flatMap(
        ({ last: _last, ...digest }) => joinedRow(followerDigestColumns, 'userId', digest) ?? [],
      );
      return { digests, last: rows[0]?.last ?? null };
    },

    /** Those who are written to now hear no more of what was new until then. */
    async sent(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
      if (userIds.length === 0) return;
      await tx('vendor_pages_digests')
        .insert(userIds.map((userId) => ({ userId, sentAt: now })))
        .onConflict('userId')
        .merge(['sentAt']);
    },
  };
}

function skippedOf({ topic, rules }: DigestBatch): Sql[] {
  return [
    notSubscribedSql(topic, 'lower(u.email)'),
    ...(rules.inactiveSince ? [inactiveSql(rules.inactiveSince, 'u')] : []),
    ...(rules.weeklyLimit > 0 ? [overLimitSql(rules, 'u.id')] : []),
  ];
}
