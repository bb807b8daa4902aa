import { execute } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';
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
/** Longer than a poll takes: a worker that dies leaves its batches to the next. */
const POLL_SECONDS = 60;

const queue = createWorkQueue<FeedHandle>({
  name: 'feeds_handles',
  key: { id: 'uuid' },
  scope: ['feed'],
  open: `q.state = 'open'`,
  notBefore: 'q.next_poll_at',
  lease: { until: 'next_poll_at', seconds: POLL_SECONDS },
  set: 'polls = q.polls + 1',
  putOff: 'next_poll_at',
  columns: ['id', 'handle', 'catalogId', 'items', 'polls', 'submittedAt'],
});

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
    takeDue: (tx: Tx, feed: FeedId, limit: number, now: Date): Promise<FeedHandle[]> =>
      queue.claim(tx, { scope: { feed }, limit, now }),

    putOff: (tx: Tx, id: string, nextPollAt: Date): Promise<void> => queue.putOff(tx, { id }, nextPollAt),

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
      return execute(
        tx,
        `delete from feeds_handles where id in (
           select id from feeds_handles where finished_at < ? order by finished_at limit ?)`,
        [before, limit],
      );
    },
  };
}

/** SQL, true while a batch is to be looked at. */
export const handleDueSql = (feed: FeedId): string => queue.due({ feed });
