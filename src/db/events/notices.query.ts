import { boundedRead } from '#db/kernel/bounded-read.js';
import type { Knex } from '#db/kernel/knex.js';

/** What an operator should look at, as the tables say; each is one number of one table. */
const statements = {
  /** For how long the oldest due delivery has been due; 0 when none is. */
  oldestDueSeconds: `select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as value from outbox_deliveries
    where state = 'due' and next_attempt_at <= now()`,
  parkedDeliveries: `select count(*)::int as value from outbox_deliveries where state = 'parked'`,
  mailPausedSeconds: `select coalesce(extract(epoch from now() - max(paused_since)), 0)::float8 as value from mail_queue_state`,
  openFlowsWithoutRun: `select coalesce(max(open_flows_without_run), 0)::int as value from settings_installation`,
};

export type Notice = keyof typeof statements;
export const noticeKinds = Object.keys(statements) as Notice[];

/** @throws the database's error, soon: also where the table is locked */
export async function readNotice(knex: Knex, notice: Notice): Promise<number> {
  const [row] = await boundedRead<{ value: number }>(knex, statements[notice]);
  return Number(row?.value ?? 0);
}
