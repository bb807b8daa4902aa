import { text } from '#domain/_shared/columns.js';
import { query } from './query.js';
import type { Knex } from 'knex';
import pg from 'pg';
import { type QueryClass, queryClasses } from './query-classes.js';

/**
 * What lies between the processes and Postgres. `transaction`: a pooler that hands out connections for one transaction, so
 * that nothing may be kept on them. `transaction-named`: one that carries named statements over (PgBouncer 1.21 or newer
 * with `max_prepared_statements`).
 */
export const poolers = ['none', 'transaction', 'transaction-named'] as const;
export type Pooler = (typeof poolers)[number];

/** Where connections that keep something open go: notifications, leases, streams, migrations. */
export const directUrl = (config: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string | undefined }) =>
  config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;

/**
 * The time-outs as pg sends them when it connects. A pooler refuses such parameters, and would keep them for the client that is
 * given the connection next: behind one the role has them, and transactions that differ set their own.
 */
export function timeoutsAtConnect({ lockMs, statementMs }: QueryClass, pooler: Pooler = 'none') {
  return pooler === 'none' ? { statement_timeout: statementMs, lock_timeout: lockMs } : {};
}

/** What a role has behind a pooler: those of requests. */
const ofRole = queryClasses.request;

/** The first statement of a transaction, with the time-outs that differ from those of the role. */
export function beginStatement({ lockMs, statementMs }: QueryClass, pooler: Pooler): string {
  if (pooler === 'none') return 'BEGIN;';
  const lock = lockMs === ofRole.lockMs ? '' : ` set local lock_timeout = ${lockMs};`;
  const statement =
    statementMs === ofRole.statementMs ? '' : ` set local statement_timeout = ${statementMs};`;
  return `BEGIN;${lock}${statement}`;
}

/**
 * Has a connection send every statement without its name, also those that a library names by itself: behind a pooler that
 * keeps none, a name belongs to whatever connection to the database its statement was given, and the next one may know it already.
 */
export function sendWithoutNames(connection: Pick<pg.ClientBase, 'query'>): void {
  const send = connection.query.bind(connection) as (statement: unknown, ...rest: unknown[]) => unknown;
  const unnamed = (statement: unknown, ...rest: unknown[]) => {
    // A cursor or a stream submits itself, and has no name.
    const isNamed =
      typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);
    return send(isNamed ? { ...statement, name: undefined } : statement, ...rest);
  };
  connection.query = unnamed as typeof connection.query;
}

/** Gives the role of this address its time-outs in this database. Connections that are open keep those that they have. */
export async function setRoleTimeouts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'haat-migrate' });
  await client.connect();
  try {
    await client.query(`do $$ begin
      execute format('alter role %I in database %I set statement_timeout = ${ofRole.statementMs}', current_user, current_database());
      execute format('alter role %I in database %I set lock_timeout = ${ofRole.lockMs}', current_user, current_database());
    end $$`);
  } finally {
    await client.end();
  }
}

/** @throws Error where the role has no time-outs: behind a pooler nothing else limits a statement outside a transaction */
export async function assertRoleTimeouts(knex: Knex): Promise<void> {
  const rows = await query(knex, { timeout: text })(`select current_setting('statement_timeout') as timeout`);
  if (rows[0]?.timeout === '0')
    throw new Error(
      'DATABASE_POOLER is set and the role has no time-outs: run `migrate`, then RECONNECT in the console of PgBouncer',
    );
}
