// @ts-expect-error -- the library has no types for this internal file, which it keeps for clients like this one
import KnexPostgresClient from 'knex/lib/dialects/postgres/index.js';
import type pg from 'pg';
import { recordFullDisk } from '#lib/full-disk.js';
import { beginStatement, type Pooler, sendWithoutNames } from './pooler.js';
import { createPreparedStatements, isStalePlan, type PreparedStatements } from './prepared-statements.js';
import type { QueryClass } from './query-classes.js';

const DISK_FULL = '53100';

/** What a pool is opened with beside the library's own settings. */
export interface PoolSettings {
  pooler: Pooler;
  queries: QueryClass;
  /** Whether rows are held against the columns that describe them (`query`). */
  checkRows: boolean;
}

interface Statement {
  sql: string;
  bindings?: readonly unknown[];
  options?: { name?: string | undefined; anyPage?: boolean };
}

/** As much of the library's class as is used here; it has no types. */
interface Base {
  /** What the pool was opened with: the same object for the clients of its transactions. */
  readonly config: PoolSettings;
  acquireRawConnection(): Promise<Connection & pg.ClientBase>;
  _query(connection: Connection, statement: Statement): Promise<unknown>;
}

/** A connection of pg, with what is kept of its transaction. */
interface Connection {
  __knex__disposed?: unknown;
  inTransaction?: boolean;
}

const namesByPool = new WeakMap<object, PreparedStatements>();

/** Each pool counts its own statements, so that those of one never use up the names of another. */
function namesOf({ config }: Base): PreparedStatements {
  const known = namesByPool.get(config);
  if (known) return known;
  const names = createPreparedStatements();
  namesByPool.set(config, names);
  return names;
}

/** The library's Postgres client, which prepares the statements that come often, by pg's own `name`. */
export class PostgresClient extends (KnexPostgresClient as unknown as new (config: unknown) => Base) {
  override async acquireRawConnection() {
    const connection = await super.acquireRawConnection();
    if (this.config.pooler === 'transaction') sendWithoutNames(connection);
    return connection;
  }

  override async _query(connection: Connection, statement: Statement): Promise<unknown> {
    const { sql, bindings, options } = statement;
    const { pooler, queries } = this.config;
    if (sql === 'BEGIN;') {
      connection.inTransaction = true;
      statement.sql = beginStatement(queries, pooler);
    }
    // Without values it is `begin` and the like.
    const name =
      options?.name ?? (bindings?.length ? namesOf(this).nameOf(sql, options?.anyPage) : undefined);
    if (name !== options?.name) statement.options = { ...options, name };
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if ((error as { code?: string }).code === DISK_FULL) recordFullDisk('database');
      if (!isStalePlan(error)) throw error;
      // The pool lets go of a connection that is marked so; a unit of work is tried once more, on another one.
      connection.__knex__disposed = error;
      if (connection.inTransaction) throw error;
      statement.options = { ...options, name: undefined };
      return await super._query(connection, statement);
    } finally {
      if (sql === 'COMMIT;' || sql === 'ROLLBACK') connection.inTransaction = false;
    }
  }
}
