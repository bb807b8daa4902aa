import type { RecordedEvent } from '#domain/_shared/event.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';

/** An event whose keys are requested chunk by chunk. */
export interface FanOut {
  drain: string;
  /** What tells the sets of keys of one drain apart: two events with one subject are one fan-out. */
  subject: string;
  event: RecordedEvent;
  /** The last key that was requested; null before the first chunk. */
  cursor: Record<string, unknown> | null;
  attempts: number;
}

const queue = createWorkQueue<FanOut>({
  name: 'events_fan_outs',
  key: { drain: 'text', subject: 'text' },
  scope: ['drain'],
  open: 'true',
  // What has just had a chunk is due behind the others, so that a large one does not hold up a small one.
  notBefore: 'q.due_at',
  lease: 'transaction',
  putOff: 'due_at',
  backoff: { firstSeconds: 2, maxSeconds: 600 },
  since: 'q.requested_at',
  columns: ['drain', 'subject', 'event', 'cursor', 'attempts'],
});

/** SQL, true while a fan-out of the drain can go on: what its subscription says to be due. */
export const fanOutsDue = (drain: string): string => queue.due({ drain });

/** What is open of the fan-outs of one drain, for metrics. */
export const fanOutBacklog = (drain: string) => ({
  counts: (reader: Reader) => queue.counts(reader, { drain }),
  oldest: (reader: Reader) => queue.oldest(reader, { drain }),
});

export function createFanOutsRepository() {
  return {
    /**
     * Notes events to be expanded. One whose subject is being expanded has its keys requested once more from the first
     * one, after the pass that runs, so that frequent events cannot keep a fan-out from its end.
     */
    async request(
      tx: Tx,
      drain: string,
      wanted: readonly { subject: string; event: RecordedEvent }[],
    ): Promise<void> {
      if (wanted.length === 0) return;
      const latest = [...new Map(wanted.map((item) => [item.subject, item])).values()];
      await tx.raw(
        `insert into events_fan_outs as f (drain, subject, event)
         select ?, w.subject, w.event from jsonb_to_recordset(?::jsonb) as w(subject text, event jsonb)
         order by w.subject
         on conflict (drain, subject) do update set event = excluded.event,
           requested_rev = f.requested_rev + 1, attempts = 0, due_at = least(f.due_at, excluded.due_at)`,
        [drain, JSON.stringify(latest)],
      );
      await tx.raw(`select pg_notify('live', 'outbox:')`);
    },

    /** Locks the fan-out of the drain whose turn it is, those that other workers hold left out. */
    async takeNext(tx: Tx, drain: string): Promise<FanOut | null> {
      const [row] = await queue.claim(tx, { scope: { drain }, limit: 1 });
      if (!row) return null;
      return { ...row, event: { ...row.event, createdAt: new Date(row.event.createdAt) } };
    },

    /** Moves on to the next chunk; belongs in the transaction that has requested the keys up to `cursor`. */
    async advance(tx: Tx, { drain, subject }: FanOut, cursor: Record<string, unknown>): Promise<void> {
      await tx.raw(
        `update events_fan_outs set cursor = ?::jsonb, attempts = 0, last_error = null, due_at = clock_timestamp()
         where drain = ? and subject = ?`,
        [JSON.stringify(cursor), drain, subject],
      );
    },

    /** After the last chunk: deletes the fan-out, or begins it anew where it was requested meanwhile. */
    async finish(tx: Tx, { drain, subject }: FanOut): Promise<void> {
      await tx.raw(
        `with again as (
           update events_fan_outs set cursor = null, begun_rev = requested_rev, attempts = 0, last_error = null,
             due_at = clock_timestamp()
           where drain = ? and subject = ? and requested_rev > begun_rev returning 1
         )
         delete from events_fan_outs where drain = ? and subject = ? and requested_rev = begun_rev
           and not exists (select 1 from again)`,
        [drain, subject, drain, subject],
      );
    },

    /** A chunk has failed: tried again from its cursor after 2, 4, 8 … seconds, ten minutes at most. */
    fail: (tx: Tx, fanOut: FanOut, error: string): Promise<void> => queue.fail(tx, fanOut, error),
  };
}

export type FanOutsRepository = ReturnType<typeof createFanOutsRepository>;
