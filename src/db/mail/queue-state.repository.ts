import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { QueueState } from '#domain/mail/queue-pause.js';

const columns = [
  'pausedSince',
  'pausedUntil',
  'pauses',
  'lastSuccessAt',
  'lastFailureAt',
  'lastFailure',
] as const;

export function createQueueStateRepository() {
  return {
    async read(reader: Reader): Promise<QueueState> {
      const row = (await reader('mail_queue_state').first([...columns])) as QueueState | undefined;
      return row ?? { pausedSince: null, pausedUntil: null, pauses: 0, lastSuccessAt: null, lastFailureAt: null, lastFailure: null }; // prettier-ignore
    },

    async write(tx: Tx, fields: Partial<QueueState>): Promise<void> {
      await tx('mail_queue_state').update(fields);
    },

    /** The next mail is tried at once. @returns whether the queue paused */
    async endPause(tx: Tx): Promise<boolean> {
      return (await tx('mail_queue_state').whereNotNull('pausedUntil').update({ pausedUntil: null })) > 0;
    },

    /** How many mails there are of each state. */
    async counts(reader: Reader): Promise<{ state: string; count: number }[]> {
      const { rows } = await reader.raw<{ rows: { state: string; count: number }[] }>(
        'select state, count(*)::int as count from mail_messages group by state',
      );
      return rows;
    },
  };
}

export type QueueStateRepository = ReturnType<typeof createQueueStateRepository>;
