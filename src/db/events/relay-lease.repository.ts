import type { LeaseRow } from '#db/kernel/held-lease.js';

const LEASE_MS = 4_000;

/** SQL, true while the lease has this number: what claims and marks of a relay are bound to. */
export const holdsLease = '(exists (select 1 from outbox_relay where number = ?))';

/** Each statement reads the clock when it has the row: it may have waited for it, or for a server that stood still. */
const UNTIL = `clock_timestamp() + make_interval(secs => ${LEASE_MS / 1_000})`;

/** The row that says which relay is active. */
export const relayLease: LeaseRow = {
  ms: LEASE_MS,

  /**
   * Takes the lease where it has run out. A holder whose earlier statement has taken it, unheard, gets the same number.
   * @returns the number, or in how many milliseconds the lease of another holder ends
   */
  async take(statements, holder) {
    const { rows } = await statements.query<{ number: string }>(
      `insert into outbox_relay as lease (holder, number, until) values ($1, 1, ${UNTIL})
       on conflict (id) do update set holder = excluded.holder, until = ${UNTIL},
         number = lease.number + case when lease.holder = excluded.holder then 0 else 1 end
       where lease.until <= clock_timestamp() or lease.holder = excluded.holder
       returning number`,
      [holder],
    );
    if (rows[0]) return { number: Number(rows[0].number) };
    const held = await statements.query<{ ms: string }>(
      'select extract(epoch from until - clock_timestamp()) * 1000 as ms from outbox_relay',
      [],
    );
    return { number: null, endsInMs: Math.max(0, Number(held.rows[0]?.ms ?? 0)) };
  },

  /** Extends the lease, also one that has run out and that nobody took. @returns false when another one has it */
  async extend(statements, holder, number) {
    const { rows } = await statements.query(
      `update outbox_relay set until = ${UNTIL} where holder = $1 and number = $2 returning 1`,
      [holder, number],
    );
    return rows.length > 0;
  },

  /** Ends the lease, so that the next relay need not wait for its end. */
  async release(statements, holder, number) {
    await statements.query(
      `update outbox_relay set until = clock_timestamp() where holder = $1 and number = $2`,
      [holder, number],
    );
  },
};
