// @ts-expect-error -- the library has no types for this file of its own, which it keeps for clients like this one
import KnexPostgresClient from 'knex/lib/dialects/postgres/index.js';
import { createPreparedStatements, isStalePlan } from './prepared-statements.js';

interface Statement {
  sql: string;
  bindings?: readonly unknown[];
  options?: { name?: string; anyPage?: boolean };
}

/** As much of the library's class as is used here; it has no types of its own. */
interface Base {
  _query(connection: Connection, statement: Statement): Promise<unknown>;
}

/** A connection of pg, with what is kept of its transaction. */
interface Connection {
  __knex__disposed?: unknown;
  inTransaction?: boolean;
}

const statements = createPreparedStatements();

/** The library's Postgres client, which prepares the statements that come often, by pg's own `name`. */
export class PostgresClient extends (KnexPostgresClient as unknown as new (config: unknown) => Base) {
  override async _query(connection: Connection, statement: Statement): Promise<unknown> {
    const { sql, bindings, options } = statement;
    if (sql === 'BEGIN;') connection.inTransaction = true;
    // Without values it is `begin` and the like.
    const name = options?.name ?? (bindings?.length ? statements.nameOf(sql, options?.anyPage) : undefined);
    if (name !== undefined) statement.options = { ...options, name };
    try {
      return await super._query(connection, statement);
    } catch (error) {
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
