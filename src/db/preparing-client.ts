// @ts-expect-error -- the library has no types for this file of its own, which it keeps for clients like this one
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
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

interface Connection {
  __knex__disposed?: unknown;
}

const statements = createPreparedStatements();

/** The library's Postgres client, which prepares the statements that come often. */
export class PreparingClient extends (PostgresClient as unknown as new (config: unknown) => Base) {
  override async _query(connection: Connection, statement: Statement): Promise<unknown> {
    // Without values it is `begin` and the like.
    const { name: given, anyPage } = statement.options ?? {};
    const name =
      given ?? (statement.bindings?.length ? statements.nameOf(statement.sql, anyPage) : undefined);
    if (name === undefined) return super._query(connection, statement);
    statement.options = { ...statement.options, name };
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // The pool lets go of a connection that is marked so. Within a transaction this fails again, and the unit of
      // work is tried on another one.
      connection.__knex__disposed = error;
      statement.options = { ...statement.options, name: undefined };
      return super._query(connection, statement).catch(() => Promise.reject(error as Error));
    }
  }
}
