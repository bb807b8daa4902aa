// @ts-expect-error -- the library has no types for this file of its own, which it keeps for clients like this one
import KnexPostgresClient from 'knex/lib/dialects/postgres/index.js';
import { createPreparedStatements, isStalePlan } from './prepared-statements.js';

interface Statement {
  sql: string;
  bindings?: readonly unknown[];
  options?: { name?: string; anyPage?: boolean; unanswered?: boolean };
  response?: unknown;
}

/** As much of the library's class as is used here; it has no types of its own. */
interface Base {
  _query(connection: Connection, statement: Statement): Promise<unknown>;
}

/** A connection of pg, with what is kept of its transaction. */
interface Connection {
  connection: { stream: { cork(): void; uncork(): void } };
  __knex__disposed?: unknown;
  inTransaction?: boolean;
  /** Responses still to come of what was sent ahead of the next statement. */
  ahead?: Promise<unknown>;
  /** What nobody waits for: it is sent with the next statement of the transaction, or with its end. */
  waiting?: Statement[];
  /** Why the server refuses what is still said in this transaction. */
  failure?: unknown;
}

const statements = createPreparedStatements();

/** What is known of a statement that goes along with another one. */
const noResponse = { command: '', rowCount: null, rows: [] };

/**
 * The library's Postgres client, which prepares the statements that come often, and sends several at once where nobody
 * waits for the first: each way to the server and back costs both sides more than most statements do. The connection
 * has to be opened with `pipeline: true`.
 */
export class PostgresClient extends (KnexPostgresClient as unknown as new (config: unknown) => Base) {
  override async _query(connection: Connection, statement: Statement): Promise<unknown> {
    gather(connection);
    const { sql, options } = statement;
    if (sql === 'BEGIN;') {
      connection.inTransaction = true;
      connection.failure = undefined;
      connection.ahead = super._query(connection, statement);
      connection.ahead.catch(() => undefined);
      return statement;
    }
    if (options?.unanswered && connection.inTransaction) {
      (connection.waiting ??= []).push(statement);
      statement.response = noResponse;
      return statement;
    }
    const { ahead, waiting = [] } = connection;
    connection.ahead = connection.waiting = undefined;
    const along = sql === 'ROLLBACK' ? [] : waiting.map((item) => this.send(connection, item));
    const responded = this.send(connection, statement);
    try {
      if (ahead || along.length > 0) await firstFailure([...(ahead ? [ahead] : []), ...along, responded]);
      return await responded;
    } finally {
      if (sql === 'COMMIT;' || sql === 'ROLLBACK') connection.inTransaction = false;
    }
  }

  private async send(connection: Connection, statement: Statement): Promise<unknown> {
    // Without values it is `begin` and the like.
    const { name: given, anyPage } = statement.options ?? {};
    const name =
      given ?? (statement.bindings?.length ? statements.nameOf(statement.sql, anyPage) : undefined);
    if (name !== undefined) statement.options = { ...statement.options, name };
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if (isStalePlan(error)) {
        // The pool lets go of a connection that is marked so; a unit of work is tried once more, on another one.
        connection.__knex__disposed = error;
        statement.options = { ...statement.options, name: undefined };
        if (!connection.inTransaction) return super._query(connection, statement);
      }
      if (isConsequence(error)) throw connection.failure ?? error;
      connection.failure = error;
      throw error;
    }
  }
}

/** What was sent along with a statement that failed is refused for that reason alone, which is the one to tell. */
const isConsequence = (error: unknown) => (error as { code?: string }).code === '25P02';

/** Waits for all; the first that fails is the reason for those after it, which the server then refuses. */
async function firstFailure(responses: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(responses)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** What is said until the turn ends leaves in one piece. */
function gather({ connection: { stream } }: Connection): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
