import { wakeDeliveries } from '#db/events/wake-deliveries.repository.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Has a paused mail queue try again when `tx` commits: somebody has changed how mail leaves. */
export async function wakeMailQueue(tx: Tx): Promise<void> {
  if (await createQueueStateRepository().endPause(tx)) await wakeDeliveries(tx, 'mail');
}
