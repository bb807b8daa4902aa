import { newId } from '#lib/ids.js';
import { camelCase, snakeCase } from './case-mapping.js';
import type { Knex } from './knex.js';
import type { Reader, Tx } from './unit-of-work.js';
import { backoffSql, type OpenRows, type QueueTable, readySql } from './work-queue-sql.js';

/** Of rows that failed so often in a row an operator should look at the error. */
export const FAILING_ATTEMPTS = 10;

type Values = Readonly<Record<string, Knex.Value>>;

export interface QueueCounts {
  /** Can be taken now. */
  waiting: number;
  leased: number;
  /** Not to be taken yet. */
  retrying: number;
  /** Of all of them, those with ten failures in a row or more. */
  failing: number;
}

export interface Claim {
  /** The values of the columns that the queue is divided by. */
  scope?: Values;
  limit: number;
  /** The instant by which rows are due; that of the database by default. */
  now?: Date;
  /** Of the process that may claim, where the queue has a holder; under another number nothing is claimed. */
  number?: number;
  /** A new one by default; one that a process keeps lets it take ahead of what it has. */
  leaseId?: string;
  /** How many rows of a value of the turns may be leased under `leaseId` before they are worked off. */
  ahead?: Readonly<Record<string, number>>;
}

/** SQL with its bindings, in their order. */
interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/**
 * Rows of a table that are worked off in batches: claimed under a lease in one statement, those that others have claimed left
 * out, and put off after failures. What a row is and when it is done is the feature's; its repository adds those statements.
 */
export function createWorkQueue<Row extends object>(table: QueueTable) {
  const { name, key, scope: scopeColumns = [], lease, holder, turns, otherwise } = table;
  const columns = Object.keys(key).map(snakeCase);
  const list = columns.map((column) => `q.${column}`).join(', ');
  const same = (a: string, b: string, by: readonly string[] = columns) =>
    by.map((column) => `${a}.${column} = ${b}.${column}`).join(' and ');
  const returned = [...table.columns.map((column) => `q.${snakeCase(column)}`), table.alsoReturns]
    .filter((item) => item !== undefined)
    .join(', ');
  const orderOf = ({ order, notBefore }: OpenRows) => order ?? notBefore ?? list;

  function scoped(scope: Values): { sql: string; bindings: Knex.Value[] } {
    const bindings = scopeColumns.map((column) => {
      const value = scope[column];
      if (value === undefined) throw new Error(`A claim of ${name} names its ${column}`);
      return value;
    });
    return { sql: scopeColumns.map((column) => ` and q.${snakeCase(column)} = ?`).join(''), bindings };
  }

  async function run<T>(reader: Reader, sql: string, bindings: readonly Knex.RawBinding[]): Promise<T[]> {
    const { rows } = await reader.raw<{ rows: T[] }>(sql, [...bindings]);
    return rows;
  }

  /** SQL, how many rows of one turn are leased. @param row what the columns of the turns are taken from */
  function leasedOf(row: string): string {
    if (lease === 'transaction' || !turns) return '0';
    return `(select count(*) from ${name} taken
        where ${same('taken', row, turns.between)} and taken.${lease.until} > now())`;
  }

  /** How many rows of the turn `value` may be leased: as many as are worked off at once, or ahead of that. */
  function mostOf({ ahead, leaseId = '' }: Claim): Statement {
    if (!ahead || !turns?.of || !turns.ahead || lease === 'transaction' || turns.atOnce === undefined)
      return { sql: String(turns?.atOnce ?? 'null'), bindings: [] };
    return {
      sql: `case when exists (select from ${name} taken where ${same('taken', 'value', turns.between)}
          and taken.${lease.until} > now() and taken.${lease.id} is distinct from ?)
        then ${turns.atOnce}
        else least(coalesce((?::jsonb ->> value.${turns.between[0]}::text)::integer, ${turns.atOnce}), ${turns.ahead}) end`,
      bindings: [leaseId, JSON.stringify(ahead)],
    };
  }

  /** Common table expressions up to `picked`: the keys of the rows that are taken, locked. */
  function pick(claim: Claim): Statement {
    const { scope = {}, limit, now, number } = claim;
    const which = scoped(scope);
    const held = holder ? ` and ${holder.isValid}` : '';
    const where = (rows: OpenRows): Statement => ({
      sql: `${readySql({ ...table, ...rows }, now ? '?::timestamptz' : 'now()')}${which.sql}${held}`,
      bindings: [
        ...(rows.notBefore && now ? [now] : []),
        ...which.bindings,
        ...(holder ? [number ?? -1] : []),
      ],
    });
    const first = where(table);
    if (turns) {
      const by = turns.between.map((column) => `q.${column}`).join(', ');
      const allowed = mostOf(claim);
      const most = turns.atOnce === undefined ? '' : ` and ranked.turn <= ranked.most`;
      const ranked = turns.of
        ? `select head.*, ${allowed.sql} as most from (${turns.of}) as value cross join lateral (
             select ${list}, ${leasedOf('value')} + row_number() over (order by ${orderOf(table)}) as turn
             from (select q.* from ${name} q where ${same('q', 'value', turns.between)} and ${first.sql}
               order by ${orderOf(table)} limit ${claim.ahead ? (turns.ahead ?? limit) : (turns.atOnce ?? limit)}) as q
           ) as head`
        : `select ${allowed.sql} as most, ${list}, ${leasedOf('q')} + row_number() over (partition by ${by} order by ${orderOf(table)}) as turn
            from ${name} q where ${first.sql}`;
      return {
        sql: `with ranked as materialized (
            ${ranked}
          ), picked as materialized (
            select ${list} from ${name} q join ranked on ${same('q', 'ranked')}${most} where ${table.open}
            order by ranked.turn, ${orderOf(table)} limit ? for update of q skip locked
          )`,
        bindings: [...allowed.bindings, ...first.bindings, limit],
      };
    }
    const rows = `select ${list} from ${name} q where`;
    if (!otherwise)
      return {
        sql: `with picked as materialized (
            ${rows} ${first.sql} order by ${orderOf(table)} limit ? for update of q skip locked
          )`,
        bindings: [...first.bindings, limit],
      };
    const second = where(otherwise);
    return {
      sql: `with head as materialized (
          ${rows} ${first.sql} order by ${orderOf(table)} limit ? for update of q skip locked
        ), tail as materialized (
          ${rows} ${second.sql} order by ${orderOf(otherwise)}
          limit (select greatest(? - count(*), 0) from head) for update of q skip locked
        ), picked as (select * from head union all select * from tail)`,
      bindings: [...first.bindings, limit, ...second.bindings, limit],
    };
  }

  /** Where a row is `given` by its key, for statements that end a claim. */
  function keyed(row: object) {
    const values = row as Values;
    return {
      where: columns.map((column) => `q.${column} = ?`).join(' and '),
      bindings: columns.map((column) => values[camelCase(column)] as Knex.Value),
    };
  }

  /** How the rows of a lease are found, for what holds them. */
  function leaseId(): string {
    if (lease === 'transaction' || !lease.id) throw new Error(`Claims of ${name} have no id`);
    return `q.${lease.id} = ? and ${table.held ?? 'true'}`;
  }

  return {
    table: name,

    /** SQL, true while a row can be taken: what a drain over these rows says to be due. @param scope literals, of code */
    due(scope: Readonly<Record<string, string>> = {}): string {
      const literals = scopeColumns.map((column) => {
        const value = scope[column];
        if (value === undefined || !/^[a-z][a-z0-9-]*$/.test(value))
          throw new Error(`${value ?? 'nothing'} is not a valid ${column} of ${name}`);
        return ` and q.${snakeCase(column)} = '${value}'`;
      });
      const some = (rows: OpenRows) => {
        const ready = `${readySql({ ...table, ...rows })}${literals.join('')}`;
        if (!turns?.of) return `exists (select 1 from ${name} q where ${ready})`;
        // A value whose leased rows have reached the limit is not due: the drain would find nothing to claim.
        const free = turns.atOnce === undefined ? '' : `${leasedOf('value')} < ${turns.atOnce} and `;
        return `exists (select 1 from (${turns.of}) as value
          where ${free}exists (select 1 from ${name} q where ${same('q', 'value', turns.between)} and ${ready}))`;
      };
      return otherwise ? `(${some(table)} or ${some(otherwise)})` : some(table);
    },

    /**
     * Claims up to `limit` rows. With a lease that lasts, commit before the work begins; with one of the transaction its
     * end ends the claim, so that a worker that dies has claimed nothing.
     */
    async claim(tx: Tx, options: Claim): Promise<Row[]> {
      const { now, number } = options;
      // Two claims at once would each see what is leased without the other.
      if (turns?.atOnce !== undefined)
        await run(tx, 'select pg_advisory_xact_lock(hashtextextended(?, 3))', [name]);
      const picked = pick(options);
      if (lease === 'transaction')
        return run<Row>(
          tx,
          `${picked.sql} select ${returned} from ${name} q join picked on ${same('q', 'picked')}
           order by ${orderOf(table)}`,
          picked.bindings,
        );
      const sets: Statement[] = [
        {
          sql: `${lease.until} = ${now ? '?::timestamptz' : 'now()'} + make_interval(secs => ${lease.seconds})`,
          bindings: now ? [now] : [],
        },
        ...(lease.id ? [{ sql: `${lease.id} = ?`, bindings: [options.leaseId ?? newId()] }] : []),
        ...(holder ? [{ sql: `${holder.column} = ?`, bindings: [number ?? -1] }] : []),
        ...(table.set ? [{ sql: table.set, bindings: [] }] : []),
      ];
      return run<Row>(
        tx,
        `${picked.sql} update ${name} q set ${sets.map(({ sql }) => sql).join(', ')}
         from picked where ${same('q', 'picked')} returning ${returned}`,
        [...picked.bindings, ...sets.flatMap(({ bindings }) => bindings)],
      );
    },

    /** Has a lease last until an instant. @returns the rows that it still holds */
    extend(tx: Tx, id: string, until: Date): Promise<Row[]> {
      const column = lease === 'transaction' ? '' : lease.until;
      return run<Row>(tx, `update ${name} q set ${column} = ? where ${leaseId()} returning ${returned}`, [
        until,
        id,
      ]);
    },

    /** Gives the rows of a lease back untried. @returns those that it held */
    giveBack(tx: Tx, id: string): Promise<Row[]> {
      const ended = lease === 'transaction' ? '' : `${lease.until} = null, ${lease.id} = null`;
      const set = table.givenBack ? `${ended}, ${table.givenBack}` : ended;
      return run<Row>(tx, `update ${name} q set ${set} where ${leaseId()} returning ${returned}`, [id]);
    },

    /** Puts an open row off without counting an attempt: the other side has said when, or has not finished. */
    async putOff(tx: Tx, row: object, until: Date): Promise<void> {
      const { where, bindings } = keyed(row);
      const sql = `update ${name} q set ${table.putOff} = ? where ${where} and ${table.open}`;
      await run(tx, sql, [until, ...bindings]);
    },

    /** Counts the attempt of a row and puts it off: 2, 4, 8 … times the first delay. */
    async fail(tx: Tx, row: object, error: string): Promise<void> {
      const { backoff, putOff } = table;
      if (!backoff || !putOff) throw new Error(`Rows of ${name} have no backoff`);
      const { where, bindings } = keyed(row);
      await run(
        tx,
        `update ${name} q set attempts = q.attempts + 1, last_error = left(?, 2000),
           ${putOff} = now() + ${backoffSql('q.attempts', backoff)}
         where ${where}`,
        [error, ...bindings],
      );
    },

    /** What is open, for metrics and status pages. */
    async counts(reader: Reader, scope: Values = {}): Promise<QueueCounts> {
      const which = scoped(scope);
      const leased =
        lease !== 'transaction' && lease.id ? `coalesce(q.${lease.until} > now(), false)` : 'false';
      const [row] = await run<QueueCounts>(
        reader,
        `select count(*) filter (where ${readySql(table)} and not ${leased}) as waiting,
           count(*) filter (where ${leased}) as leased,
           count(*) filter (where not (${readySql(table)}) and not ${leased}) as retrying,
           count(*) filter (where ${table.backoff ? `q.attempts >= ${FAILING_ATTEMPTS}` : 'false'}) as failing
         from ${name} q where ${table.open}${which.sql}`,
        which.bindings,
      );
      return row as QueueCounts;
    },

    /** Since when the oldest open row waits; null when none does. */
    async oldest(reader: Reader, scope: Values = {}): Promise<Date | null> {
      const which = scoped(scope);
      const [row] = await run<{ since: Date | null }>(
        reader,
        `select min(${table.since ?? table.notBefore}) as since from ${name} q where ${table.open}${which.sql}`,
        which.bindings,
      );
      return row?.since ?? null;
    },
  };
}

export type WorkQueue<Row extends object> = ReturnType<typeof createWorkQueue<Row>>;
