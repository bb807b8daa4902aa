import type { Tx } from '#db/kernel/unit-of-work.js';

/** Makes the waiting deliveries of a subscription due, and wakes the relay when `tx` commits. */
export async function wakeDeliveries(tx: Tx, subscription: string): Promise<void> {
  await tx('outbox_deliveries')
    .where({ subscription, state: 'due' })
    .whereRaw('next_attempt_at > now()')
    .update({ nextAttemptAt: tx.fn.now() });
  await tx.raw(`select pg_notify('live', 'outbox:')`);
}
