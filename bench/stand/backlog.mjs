import { setTimeout as sleep } from 'node:timers/promises';

/** Deliveries that wait, and mails that have not been sent. */
export async function backlog(stand) {
  const [row] = await stand.query(
    `select (select count(*) from outbox_deliveries where state = 'due')::integer as deliveries,
       (select count(*) from outbox_deliveries where state = 'parked')::integer as parked,
       (select count(*) from mail_messages where state in ('queued', 'sending', 'failed'))::integer as mails`,
  );
  return row;
}

/**
 * Waits until nothing waits any more.
 * @returns {Promise<{ seconds: number, parked: number }>}
 * @throws Error when that takes longer than `limitSeconds`
 */
export async function drained(stand, limitSeconds = 300) {
  const began = performance.now();
  for (;;) {
    const { deliveries, parked, mails } = await backlog(stand);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    if (deliveries === 0 && mails === 0) return { seconds, parked };
    if (seconds > limitSeconds)
      throw new Error(`After ${seconds} s ${deliveries} deliveries and ${mails} mails still wait`);
    await sleep(200);
  }
}
