import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';

export interface FeedPassState {
  /** Up to which instant the pass has looked. */
  watermark: Date;
  /** Of the settings that it ran with. */
  fingerprint: string | null;
}

/** How far the passes over all variants have come. */
export function createPassesRepository() {
  return {
    async read(reader: Reader, feed: FeedId, name: string): Promise<FeedPassState | undefined> {
      return await reader('feeds_passes').where({ feed, name }).first('watermark', 'fingerprint');
    },

    async record(tx: Tx, feed: FeedId, name: string, state: FeedPassState): Promise<void> {
      await tx('feeds_passes')
        .insert({ feed, name, ...state })
        .onConflict(['feed', 'name'])
        .merge();
    },
  };
}

const notWithdrawn = `not exists (
  select 1 from feeds_items item where item.variant_id = v.id and item.feed = ? and item.target = ? and item.withdrawn)`;

/** Live variants whose price or publication changed by time alone. Bindings: feed, target, from, to, three times. */
export const boundaryVariantsSql = `
  select v.id as variant_id from products_variants v where v.deleted_at is null and ${notWithdrawn}
    and v.special_price_start > ?::timestamptz and v.special_price_start <= ?::timestamptz
  union
  select v.id from products_variants v where v.deleted_at is null and ${notWithdrawn}
    and v.special_price_end > ?::timestamptz and v.special_price_end <= ?::timestamptz
  union
  select v.id from products p join products_variants v on v.product_id = p.id
  where p.deleted_at is null and v.deleted_at is null and ${notWithdrawn}
    and p.published_at > ?::timestamptz and p.published_at <= ?::timestamptz`;

/** Items that were pushed before an instant. Bindings: feed, target, instant. */
export const staleItemsSql = `
  select variant_id from feeds_items
  where feed = ? and target = ? and status = 'synced' and not withdrawn and last_pushed_at < ?::timestamptz`;

/** Items that are over there although their variant is gone. Bindings: feed, target. */
export const orphanedItemsSql = `
  select item.variant_id from feeds_items item
  left join products_variants v on v.id = item.variant_id left join products p on p.id = v.product_id
  where item.feed = ? and item.target = ? and item.remote_id is not null
    and (v.id is null or v.deleted_at is not null or p.deleted_at is not null)`;
