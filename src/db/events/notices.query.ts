import type { Reader } from '#db/kernel/unit-of-work.js';

/** What an operator should look at, as the tables say. */
export interface Notices {
  /** For how long the oldest due delivery has been due; 0 when none is. */
  oldestDueSeconds: number;
  parkedDeliveries: number;
  mailPausedSeconds: number;
  openFlowsWithoutRun: number;
}

export async function readNotices(reader: Reader): Promise<Notices> {
  const { rows } = await reader.raw<{ rows: Notices[] }>(
    `select
       (select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 from outbox_deliveries
        where state = 'due' and next_attempt_at <= now()) as oldest_due_seconds,
       (select count(*)::int from outbox_deliveries where state = 'parked') as parked_deliveries,
       (select coalesce(extract(epoch from now() - max(paused_since)), 0)::float8 from mail_queue_state) as mail_paused_seconds,
       (select coalesce(max(open_flows_without_run), 0) from settings_installation) as open_flows_without_run`,
  );
  const [found] = rows;
  if (!found) throw new Error('The notices could not be read');
  return found;
}
