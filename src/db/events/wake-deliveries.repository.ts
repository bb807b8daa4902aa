import type { Tx } from '#db/kernel/unit-of-work.js';

/**
 * Makes the waiting deliveries of a subscription due, and wakes the relay when `tx` commits.
 * @param unless SQL, on the delivery `d`, true for one that goes on waiting
 */
export async function wakeDeliveries(tx: Tx, subscription: string, unless = 'false'): Promise<void> {
  await tx.raw(
    `update outbox_deliveries d set next_attempt_at = now()
     where d.subscription = ? and d.state = 'due' and d.next_attempt_at > now() and not (${unless})`,
    [subscription],
  );
  await tx.raw(`select pg_notify('live', 'outbox:')`);
}
