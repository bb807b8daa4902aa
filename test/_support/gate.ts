import pg from 'pg';
import type { Knex } from '#db/kernel/knex.js';
import { eventually } from './eventually.js';

/** A point in the platform's own writes at which a writer waits until the test lets it go on. */
export interface Gate {
  /** Resolves when somebody waits at it. */
  reached(): Promise<void>;
  /** Lets through who waits, and all who come after. */
  open(): Promise<void>;
}

/** Keys of two numbers are others than those of one, which the platform uses. */
const SPACE = 1;

/**
 * Holds up each update that would make a row of `table` meet a condition in SQL, on `old` and `new`: whatever is to happen
 * in the middle of some work happens there, however slow this process or the one at work is.
 */
export async function holdUpdates(databaseUrl: string, table: string, condition: string): Promise<Gate> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'gate' });
  // A test that fails leaves it closed, and its database goes all the same.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ key: number }>(
    'select pg_backend_pid() as key, pg_advisory_lock($1, pg_backend_pid())',
    [SPACE],
  );
  const key = rows[0]?.key ?? 0;
  await client.query(`
    create function gate_${key}() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${SPACE}, ${key});
      return new;
    end $$;
    create trigger gate_${key} before update on ${table} for each row
      when (${condition}) execute function gate_${key}()`);
  return {
    async reached() {
      await eventually(async () => {
        const waiting = await client.query(
          `select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and not granted`,
          [SPACE, key],
        );
        if (waiting.rowCount === 0) throw new Error(`Nobody came to the gate on ${table}`);
      });
    },
    open: () => client.end(),
  };
}

/** How many statements of this database wait for somebody else's lock. */
export async function waitingStatements(knex: Knex): Promise<number> {
  const [row] = (await knex('pg_stat_activity')
    .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
    .count({ n: '*' })) as { n: number }[];
  return Number(row?.n);
}
