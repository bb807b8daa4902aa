import { integer, number, text, textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** What is left to be delivered, and to be sent. */
export interface Backlog {
  deliveries: { subscription: string; state: 'due' | 'backing_off' | 'parked'; count: number }[];
  /** Of each subscription that has something due, for how many seconds the oldest has been. */
  oldestDue: { subscription: string; seconds: number }[];
  mails: { state: string; count: number }[];
}

/** Counts what is open, by partial indexes that hold nothing else: what was delivered long ago costs nothing. */
export async function readBacklog(knex: Knex): Promise<Backlog> {
  const rows = await query(knex, {
    subscription: text,
    state: textOf<Backlog['deliveries'][number]['state']>(),
    count: integer,
    age: number,
  })(`select subscription,
       case when state = 'parked' then 'parked' when next_attempt_at <= now() then 'due' else 'backing_off' end as state,
       count(*)::int as count,
       greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age
     from outbox_deliveries where state in ('due', 'parked') group by 1, 2`);
  const mails = await query(knex, { state: text, count: integer })(
    `select state, count(*)::int as count from mail_messages
     where state in ('queued', 'sending', 'failed', 'unclear') group by 1`,
  );
  return {
    deliveries: rows.map(({ subscription, state, count }) => ({ subscription, state, count })),
    oldestDue: rows
      .filter((row) => row.state === 'due')
      .map(({ subscription, age }) => ({ subscription, seconds: age })),
    mails,
  };
}
