import { instant, integer, text, textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { FeedId, PauseReason } from '#domain/feeds/feed.js';
import { MAX_ATTEMPTS } from '#domain/feeds/feed.js';

/** What waits to be sent to a feed, by the partial indexes of open intents. */
export function feedBacklog(feed: FeedId) {
  return {
    async counts(reader: Reader) {
      const rows = await query(reader, {
        waiting: integer,
        leased: integer,
        retrying: integer,
        failing: integer,
      })(
        `select count(*) filter (where state = 'open' and attempts = 0)::int as waiting,
           count(*) filter (where state <> 'open')::int as leased,
           count(*) filter (where state = 'open' and attempts > 0)::int as retrying,
           count(*) filter (where attempts >= ?)::int as failing
         from feeds_intents where feed = ? and state in ('open', 'taken', 'submitted')`,
        [MAX_ATTEMPTS / 2, feed],
      );
      return rows[0] ?? { waiting: 0, leased: 0, retrying: 0, failing: 0 };
    },

    async oldest(reader: Reader): Promise<Date | null> {
      const rows = await query(reader, { createdAt: instant })(
        `select created_at from feeds_intents where feed = ? and state = 'open' and due_at <= now() order by id limit 1`,
        [feed],
      );
      return rows[0]?.createdAt ?? null;
    },
  };
}

/** Connected feeds that send nothing at the moment, and why. */
export async function pausedFeeds(reader: Reader): Promise<{ feed: FeedId; reason: PauseReason }[]> {
  return query(reader, {
    feed: text,
    reason: textOf<PauseReason>(),
  })(`select feed, pause_reason as reason from feeds_connections
     where connected and pause_reason is not null
       and (pause_reason = 'reconnect_required' or blocked_until > now())`);
}
