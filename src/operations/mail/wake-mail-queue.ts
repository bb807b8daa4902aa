import { wakeDeliveries } from '#db/events/wake-deliveries.repository.js';
import { waitsByItself } from '#db/mail/mail.repository.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Attempts after which a mail keeps its own wait: it may be the one that the provider cannot stand. */
export const MAX_ATTEMPTS = 10;

/** Has the mail queue try again when `tx` commits: somebody has changed how mail leaves. */
export async function wakeMailQueue(tx: Tx): Promise<void> {
  await createQueueStateRepository().endPause(tx);
  await wakeDeliveries(tx, 'mail', waitsByItself());
}

/** Makes the mails due that wait for the provider: it takes mails again. Those put off for their recipient go on waiting. */
export async function endProviderWaits(tx: Tx): Promise<void> {
  await wakeDeliveries(tx, 'mail', waitsByItself(MAX_ATTEMPTS));
}
