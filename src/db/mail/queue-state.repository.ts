import { integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { NO_FAILURES, type QueueState } from '#domain/mail/queue-pause.js';

const columns = [
  'pausedSince',
  'pausedUntil',
  'pauses',
  'lastSuccessAt',
  'lastFailureAt',
  'lastFailure',
  'pauseReason',
  'counts',
] as const;

const initial: QueueState = {
  pausedSince: null,
  pausedUntil: null,
  pauses: 0,
  pauseReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  counts: NO_FAILURES,
};

export function createQueueStateRepository() {
  return {
    async read(reader: Reader): Promise<QueueState> {
      const row = (await reader('mail_queue_state').first([...columns])) as QueueState | undefined;
      return row ?? initial;
    },

    async write(tx: Tx, fields: Partial<QueueState>): Promise<void> {
      const { counts, ...plain } = fields;
      await tx('mail_queue_state').update({
        ...plain,
        ...(counts ? { counts: JSON.stringify(counts) } : {}),
      });
    },

    /**
     * The next mail is tried at once, alone where the queue paused, and the waits begin anew. What the provider said last
     * stays.
     */
    async endPause(tx: Tx): Promise<void> {
      await tx('mail_queue_state').update({
        pausedUntil: null,
        pauses: tx.raw('least(pauses, 1)'),
        counts: JSON.stringify(NO_FAILURES),
      });
    },

    /** How many mails there are of each state. */
    async counts(reader: Reader): Promise<{ state: string; count: number }[]> {
      return query(reader, { state: text, count: integer })(
        'select state, count(*)::int as count from mail_messages group by state',
      );
    },
  };
}

export type QueueStateRepository = ReturnType<typeof createQueueStateRepository>;
