import { text } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { lockAppending, wakeAppended } from './intents.repository.js';

/** Intents to remove what was left behind in earlier targets. */
export function createRemovalsRepository() {
  return {
    /** Has every item that stands in an earlier target removed there. Returns how many. */
    async append(tx: Tx, feed: FeedId, target: string): Promise<number> {
      await lockAppending(tx);
      const rowCount = await execute(
        tx,
        `insert into feeds_intents (feed, target, variant_id, kind, origin)
         select item.feed, item.target, item.variant_id, 'delete', 'operator' from feeds_items item
         where item.feed = ? and item.target = ? and item.remote_id is not null and not exists (
           select from feeds_intents open where open.feed = item.feed and open.target = item.target
             and open.variant_id = item.variant_id and open.state in ('open', 'taken', 'submitted'))
         order by item.variant_id`,
        [feed, target],
      );
      return wakeAppended(tx, rowCount);
    },

    /** A target that is bootstrapped is not emptied any more. */
    async drop(tx: Tx, feed: FeedId, target: string, now: Date): Promise<void> {
      await tx('feeds_intents')
        .where({ feed, target, state: 'open' })
        .update({ state: 'superseded', finishedAt: now });
    },

    /** The earlier target whose removal has waited longest; null when none is due. */
    async due(reader: Reader, feed: FeedId, present: string, now: Date): Promise<string | null> {
      const rows = await query(reader, { target: text })(
        `select target from feeds_intents where feed = ? and target <> ? and (
           (state = 'open' and origin = 'operator' and due_at <= ?) or (state = 'taken' and leased_until <= ?))
         order by id limit 1`,
        [feed, present, now, now],
      );
      return rows[0]?.target ?? null;
    },
  };
}
