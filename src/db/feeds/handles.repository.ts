import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { newId } from '#lib/ids.js';

/** A batch that the remote side works on. */
export interface FeedHandle {
  id: string;
  handle: string;
  catalogId: string;
  items: number;
  polls: number;
  submittedAt: Date;
}

const FIRST_POLL_MS = 2_000;

export function createHandlesRepository() {
  return {
    async insert(
      tx: Tx,
      feed: FeedId,
      batch: { handle: string; catalogId: string; items: number; now: Date },
    ): Promise<string> {
      const id = newId();
      const { handle, catalogId, items, now } = batch;
      const nextPollAt = new Date(now.getTime() + FIRST_POLL_MS);
      await tx('feeds_handles').insert({ id, feed, handle, catalogId, items, submittedAt: now, nextPollAt });
      return id;
    },

    /** Open batches whose next look is due, oldest first; they are put off, so that nobody else looks meanwhile. */
    async takeDue(tx: Tx, feed: FeedId, limit: number, now: Date, untilMs: number): Promise<FeedHandle[]> {
      const { rows } = await tx.raw<{ rows: FeedHandle[] }>(
        `update feeds_handles h set polls = h.polls + 1, next_poll_at = ?
         from (select id from feeds_handles where feed = ? and state = 'open' and next_poll_at <= ?
               order by next_poll_at limit ? for update skip locked) as due
         where h.id = due.id returning h.id, h.handle, h.catalog_id, h.items, h.polls, h.submitted_at`,
        [new Date(now.getTime() + untilMs), feed, now, limit],
      );
      return rows;
    },

    async putOff(tx: Tx, id: string, nextPollAt: Date): Promise<void> {
      await tx('feeds_handles').where({ id, state: 'open' }).update({ nextPollAt });
    },

    async finish(tx: Tx, id: string, outcome: string, now: Date): Promise<boolean> {
      const changed = await tx('feeds_handles')
        .where({ id, state: 'open' })
        .update({ state: 'finished', outcome, finishedAt: now });
      return changed > 0;
    },

    async open(reader: Reader, feed: FeedId): Promise<number> {
      const [row] = (await reader('feeds_handles').where({ feed, state: 'open' }).count({ n: '*' })) as {
        n: number;
      }[];
      return row?.n ?? 0;
    },

    async deleteFinished(tx: Tx, before: Date, limit: number): Promise<number> {
      const { rowCount } = await tx.raw<{ rowCount: number }>(
        `delete from feeds_handles where id in (
           select id from feeds_handles where finished_at < ? order by finished_at limit ?)`,
        [before, limit],
      );
      return rowCount;
    },
  };
}

/** SQL, true while a batch is to be looked at. */
export function handleDueSql(feed: FeedId): string {
  return `exists (select 1 from feeds_handles where feed = '${feed}' and state = 'open' and next_poll_at <= now())`;
}
