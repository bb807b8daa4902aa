import { newId } from '#lib/ids.js';
import { camelCase, snakeCase } from './case-mapping.js';
import type { Knex } from './knex.js';
import type { Reader, Tx } from './unit-of-work.js';
import { createWorkQueue, FAILING_ATTEMPTS, type QueueCounts } from './work-queue.js';
import { backoffSql } from './work-queue-sql.js';

type KeyType = 'uuid' | 'text' | 'date' | 'integer' | 'bigint';

/**
 * A table of rows that are derived from the truth: one row for each key, with the columns that docs/patterns.md lists
 * under "Derived", beside those of its feature.
 */
export interface DerivedTable<Key> {
  name: string;
  /** The columns of the primary key with their SQL types, in the order of the key. */
  key: { readonly [Column in keyof Key & string]: KeyType };
  /** How long a pass may take before another worker takes its rows: longer than any pass, or extended by it. */
  leaseSeconds?: number;
  /** The delay after the first failure; it doubles with each, up to `maxSeconds`. */
  retry?: { firstSeconds?: number; maxSeconds?: number };
}

/** A row in the hands of a pass. */
export interface LeasedRow<Key> {
  key: Key;
  /** What was requested when the pass began; `finish` records it as done. */
  rev: number;
  /** Failures in a row before this pass. */
  attempts: number;
  /** The instant before the pass reads anything: the watermark that `finish` records. */
  at: Date;
  lease: string;
}

export interface FinishedRow<Key> {
  key: Key;
  rev: number;
  at: Date;
  /** Ends the lease of the pass. A run that works without leases leaves it out. */
  lease?: string;
  /** The next instant at which time alone changes the result: the end of a special price, a publication. */
  dueAt?: Date | null;
}

export interface FailedRow<Key> {
  key: Key;
  rev: number;
  lease?: string;
  error: string;
  /** When to try again, where the other side has said so; otherwise the delay of the table. */
  retryAt?: Date;
}

const LEASE_SECONDS = 60;

/**
 * Rows that are to be made again whenever what they derive from has changed: requested in sets, taken in batches under
 * a lease, made once however often they were requested meanwhile.
 *
 * A request raises `requested_rev`; a pass records the revision that it took as `done_rev`. As long as the two differ,
 * or `due_at` has passed, there is work, so that a change during a pass leads to another pass. The lease is to be
 * committed before the truth is read: what commits later has raised the revision, and what committed earlier is read.
 */
export function createDerivedRows<Key extends object>(table: DerivedTable<Key>) {
  const { name, leaseSeconds = LEASE_SECONDS } = table;
  const { firstSeconds = 2, maxSeconds = 3600 } = table.retry ?? {};
  const columns = Object.keys(table.key).map(snakeCase);
  const typed = Object.entries<KeyType>(table.key).map(([column, type]) => `${snakeCase(column)} ${type}`);
  const list = (alias?: string) =>
    columns.map((column) => (alias ? `${alias}.${column}` : column)).join(', ');
  const same = (a: string, b: string) =>
    columns.map((column) => `${a}.${column} = ${b}.${column}`).join(' and ');

  const free = '(leased_until is null or leased_until <= now()) and (retry_at is null or retry_at <= now())';
  const queue = createWorkQueue<Record<string, unknown>>({
    name,
    key: table.key,
    // As the index `<table>_pending` has it: rows that back off or are leased are behind its end.
    open: 'q.requested_rev > q.done_rev',
    notBefore: 'greatest(q.requested_at, q.retry_at, q.leased_until)',
    otherwise: {
      open: `${free} and q.requested_rev <= q.done_rev`,
      notBefore: 'q.due_at',
      order: 'q.due_at',
    },
    lease: { until: 'leased_until', id: 'lease_id', seconds: leaseSeconds },
    columns,
    // The pass sees `at` as the database does, which is what other instants of the row are compared with.
    alsoReturns: 'q.requested_rev as rev, q.attempts, q.lease_id as lease, now() as at',
  });

  /** What a pass gives back, with its rows locked in the order of their keys, so that two passes cannot deadlock. */
  const given = (extra: string) => `given as (
      select * from jsonb_to_recordset(?::jsonb) as given(${typed.join(', ')}, rev bigint, lease uuid${extra})
    ), locked as materialized (
      select ${list('row')} from ${name} row join given on ${same('row', 'given')}
      order by ${list('row')} for update of row
    )`;
  const ended = (column: string) =>
    `${column} = case when row.lease_id = given.lease then null else row.${column} end`;
  const endLease = `${ended('leased_until')}, ${ended('lease_id')}`;

  const documents = (rows: readonly { key: Key }[]) =>
    JSON.stringify(rows.map(({ key, ...rest }) => ({ ...snakeKeys(key), ...snakeKeys(rest) })));

  async function run(reader: Reader, sql: string, bindings: readonly Knex.RawBinding[] = []): Promise<Row[]> {
    const { rows } = await reader.raw<{ rows: Row[] }>(sql, [...bindings]);
    return rows;
  }

  type Row = Record<string, unknown>;
  const names = columns.map(camelCase);
  const keyOf = (row: Row) => Object.fromEntries(names.map((column) => [column, row[column]])) as Key;
  const leased = (rows: Row[]): LeasedRow<Key>[] =>
    rows.map((row) => {
      const { rev, attempts, at, lease } = row as unknown as LeasedRow<Key>;
      return { key: keyOf(row), rev, attempts, at, lease };
    });

  const upsert = (select: string) => `with requested as (
      insert into ${name} as row (${list()})
      select distinct ${list('wanted')} from (${select}) as wanted order by ${list('wanted')}
      on conflict (${list()}) do update set
        requested_rev = row.requested_rev + 1, attempts = 0, retry_at = null,
        requested_at = case when row.requested_rev > row.done_rev and row.leased_until is null
          then row.requested_at else now() end
      returning 1
    )
    select count(*) as count, pg_notify('live', 'outbox:') from requested having count(*) > 0`;

  async function request(tx: Tx, select: string, bindings: readonly Knex.RawBinding[]): Promise<number> {
    const [row] = await run(tx, upsert(select), bindings);
    return Number(row?.['count'] ?? 0);
  }

  const lease = (picked: string) => `update ${name} as row
    set lease_id = ?, leased_until = now() + make_interval(secs => ?)
    from ${picked} as picked where ${same('row', 'picked')}
    returning ${list('row')}, row.requested_rev as rev, row.attempts, row.lease_id as lease, now() as at`;

  return {
    table: name,
    leaseSeconds,

    /** SQL, true while a row can be taken: what an own-row drain says to the relay. */
    due: queue.due(),

    /**
     * Requests rows by their keys, new ones included, and wakes the drains when `tx` commits. What failed before is
     * tried again at once. Returns how many rows there are now.
     */
    request(tx: Tx, keys: readonly Key[]): Promise<number> {
      if (keys.length === 0) return Promise.resolve(0);
      const recordset = `select * from jsonb_to_recordset(?::jsonb) as wanted(${typed.join(', ')})`;
      return request(tx, recordset, [JSON.stringify(keys.map(snakeKeys))]);
    },

    /** The same for the keys that a statement selects: `select id as product_id from products where brand_id = ?`. */
    requestSelected(tx: Tx, select: string, bindings: readonly Knex.RawBinding[] = []): Promise<number> {
      return request(tx, select, bindings);
    },

    /**
     * Requests the next `limit` of the keys that a statement selects, in their order, those behind `after`. Returns the
     * last one, or null when there were none: the way through a set that is too large for one transaction.
     */
    async requestAfter(
      tx: Tx,
      select: string,
      bindings: readonly Knex.RawBinding[],
      after: Key | null,
      limit: number,
    ): Promise<Key | null> {
      const cursor = after ? Object.keys(table.key).map((column) => after[column as keyof Key]) : [];
      const types = Object.values<KeyType>(table.key).map((type) => `?::${type}`);
      const behind = after ? `where (${list('s')}) > (${types.join(', ')})` : '';
      const chunk = `select ${list('s')} from (${select}) as s ${behind} order by ${list('s')} limit ?`;
      const rows = await run(tx, chunk, [...bindings, ...(cursor as Knex.RawBinding[]), limit]);
      const last = rows.at(-1);
      if (!last) return null;
      const recordset = `select * from jsonb_to_recordset(?::jsonb) as wanted(${typed.join(', ')})`;
      await request(tx, recordset, [JSON.stringify(rows.map((row) => snakeKeys(keyOf(row))))]);
      return keyOf(last);
    },

    /**
     * Leases up to `limit` rows, those that wait longest first. Commit before reading what the rows derive from.
     * Rows that another transaction holds are left to the next round.
     */
    async take(tx: Tx, limit: number): Promise<LeasedRow<Key>[]> {
      return leased(await queue.claim(tx, { limit }));
    },

    /** Leases rows by their keys, whether or not something was requested; those that another pass holds are left out. */
    async lease(tx: Tx, keys: readonly Key[]): Promise<LeasedRow<Key>[]> {
      if (keys.length === 0) return [];
      const rows = await run(
        tx,
        `with picked as materialized (
           select ${list('row')} from ${name} row
           join (select distinct * from jsonb_to_recordset(?::jsonb) as wanted(${typed.join(', ')})) as wanted
             on ${same('row', 'wanted')}
           where row.leased_until is null or row.leased_until <= now()
           order by ${list('row')} for update of row skip locked
         )
         ${lease('picked')}`,
        [JSON.stringify(keys.map(snakeKeys)), newId(), leaseSeconds],
      );
      return leased(rows);
    },

    /** The same, with rows for the keys that have none. */
    async leaseOrCreate(tx: Tx, keys: readonly Key[]): Promise<LeasedRow<Key>[]> {
      if (keys.length === 0) return [];
      await run(
        tx,
        `insert into ${name} (${list()})
         select distinct ${list('wanted')} from jsonb_to_recordset(?::jsonb) as wanted(${typed.join(', ')})
         order by ${list('wanted')} on conflict do nothing`,
        [JSON.stringify(keys.map(snakeKeys))],
      );
      return this.lease(tx, keys);
    },

    /** Has the leases of a long pass last longer. Returns the rows that the pass still holds. */
    async extend(tx: Tx, rows: readonly LeasedRow<Key>[]): Promise<LeasedRow<Key>[]> {
      if (rows.length === 0) return [];
      const kept = await run(
        tx,
        `with ${given('')}
         update ${name} as row set leased_until = now() + make_interval(secs => ?)
         from given join locked on ${same('given', 'locked')}
         where ${same('row', 'given')} and row.lease_id = given.lease
         returning ${list('row')}`,
        [documents(rows), leaseSeconds],
      );
      const keys = new Set(kept.map((row) => JSON.stringify(keyOf(row))));
      return rows.filter(({ key }) => keys.has(JSON.stringify(keyOf(key as Row))));
    },

    /**
     * Records what passes have made, each with its watermark and next boundary in time, and ends their leases. A pass
     * that began before one that has finished meanwhile changes nothing. Returns the keys that count.
     */
    async finish(tx: Tx, rows: readonly FinishedRow<Key>[]): Promise<Key[]> {
      if (rows.length === 0) return [];
      const isFresh = (row: string) =>
        `(given.rev >= ${row}.done_rev and (${row}.done_at is null or ${row}.done_at <= given.at))`;
      const set = (column: string, value: string) =>
        `${column} = case when ${isFresh('row')} then ${value} else row.${column} end`;
      const finished = await run(
        tx,
        `with ${given(', at timestamptz, due_at timestamptz')}
         update ${name} as row set ${set('done_rev', 'given.rev')}, ${set('done_at', 'given.at')},
           ${set('due_at', 'given.due_at')}, ${set('attempts', '0')}, ${set('retry_at', 'null')},
           ${set('last_error', 'null')}, ${endLease}
         from given join locked on ${same('given', 'locked')} where ${same('row', 'given')}
         returning ${list('row')}, ${isFresh('old')} as fresh`,
        [documents(rows)],
      );
      return finished.filter(({ fresh }) => fresh).map(keyOf);
    },

    /**
     * Records failures: each row alone is tried again later, and at once when it was requested again meanwhile.
     * `due_at`, a boundary in time, stays. A pass that has lost its lease changes nothing.
     */
    async fail(tx: Tx, rows: readonly FailedRow<Key>[]): Promise<void> {
      if (rows.length === 0) return;
      await run(
        tx,
        `with ${given(', error text, retry_at timestamptz')}
         update ${name} as row set
           last_error = left(given.error, 2000),
           attempts = row.attempts + case when row.requested_rev > given.rev then 0 else 1 end,
           retry_at = case when row.requested_rev > given.rev then null else coalesce(given.retry_at,
             now() + ${backoffSql('row.attempts', { firstSeconds, maxSeconds })}) end,
           leased_until = null, lease_id = null
         from given join locked on ${same('given', 'locked')}
         where ${same('row', 'given')} and row.lease_id is not distinct from given.lease`,
        [documents(rows)],
      );
    },

    /** Gives rows back untried, as when the other side cannot be reached: it costs no attempt. */
    async release(tx: Tx, rows: readonly LeasedRow<Key>[], retryAt?: Date): Promise<void> {
      if (rows.length === 0) return;
      await run(
        tx,
        `with ${given('')}
         update ${name} as row set leased_until = null, lease_id = null,
           retry_at = case when row.requested_rev > given.rev then row.retry_at
             else coalesce(?::timestamptz, row.retry_at) end
         from given join locked on ${same('given', 'locked')}
         where ${same('row', 'given')} and row.lease_id = given.lease`,
        [documents(rows), retryAt ?? null],
      );
    },

    /** Deletes rows whose truth is gone, unless they were requested again meanwhile. Returns how many. */
    async remove(tx: Tx, rows: readonly { key: Key; rev: number }[]): Promise<number> {
      if (rows.length === 0) return 0;
      const removed = await run(
        tx,
        `with ${given('')}
         delete from ${name} as row using given join locked on ${same('given', 'locked')}
         where ${same('row', 'given')} and row.requested_rev = given.rev returning 1`,
        [documents(rows)],
      );
      return removed.length;
    },

    /** What is to be done, for metrics and status pages. Reads the rows that are open, not the whole table. */
    async counts(reader: Reader): Promise<QueueCounts> {
      const [row] = await run(
        reader,
        `select count(*) filter (where ${free}) as waiting,
           count(*) filter (where leased_until > now()) as leased,
           count(*) filter (where retry_at > now() and (leased_until is null or leased_until <= now())) as retrying,
           count(*) filter (where attempts >= ${FAILING_ATTEMPTS}) as failing
         from ${name} where requested_rev > done_rev or due_at <= now()`,
      );
      return row as unknown as QueueCounts;
    },

    /** Since when the oldest open row waits; null when none does. */
    async oldest(reader: Reader): Promise<Date | null> {
      const [row] = await run(
        reader,
        `select least(
           (select min(requested_at) from ${name} where requested_rev > done_rev),
           (select min(due_at) from ${name} where due_at <= now() and requested_rev <= done_rev)) as since`,
      );
      return (row?.['since'] as Date | null | undefined) ?? null;
    },
  };
}

export type DerivedRows<Key extends object> = ReturnType<typeof createDerivedRows<Key>>;

function snakeKeys(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [snakeCase(column), value as unknown]),
  );
}
