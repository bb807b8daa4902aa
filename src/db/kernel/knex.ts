import knexModule, { type Knex } from 'knex';
import type { Logger } from '#lib/logger.js';
import { insideUnitOfWork } from '#lib/request-scope.js';
import { camelCaseRows, snakeCase } from './case-mapping.js';
import { PostgresClient } from './postgres-client.js';
import { valueParsers } from './value-parsers.js';

export type { Knex };

export interface DatabaseOptions {
  url: string;
  poolMax: number;
  applicationName: string;
  /**
   * How long a statement waits for a lock, by default as long as it may run. A table that is locked must not take all
   * connections with it: the other reads need them.
   */
  lockTimeoutMs?: number;
  /** Throws where a unit of work takes a second connection, which under load is a deadlock. Off in production. */
  guard: boolean;
  /** Logs connections that cannot be had; without a logger such lines are dropped: the caller gets the error. */
  logger?: Pick<Logger, 'warn'>;
}

/** Opens the pool. Nothing connects until the first query. */
export function createKnex(options: DatabaseOptions): Knex {
  const knex = knexModule({
    client: PostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      // A statement that runs longer than this is a bug or an attack; long jobs raise it for themselves.
      statement_timeout: 30_000,
      ...(options.lockTimeoutMs === undefined ? {} : { lock_timeout: options.lockTimeoutMs }),
      types: valueParsers,
    } as Knex.PgConnectionConfig,
    log: linesOf(options.logger),
    pool: { min: 0, max: options.poolMax, acquireTimeoutMillis: 10_000 },
    wrapIdentifier: (value, wrap) => (value === '*' ? value : wrap(snakeCase(value))),
    postProcessResponse: (response: unknown) => camelCaseRows(response),
  });
  if (options.guard) guardSecondConnections(knex);
  return knex;
}

/** The library would write its lines, some with a stack, to the terminal: between JSON lines nobody can read them. */
function linesOf(logger: DatabaseOptions['logger']) {
  const warn = (message: unknown) =>
    logger?.warn({ detail: String(message).split('\n')[0] }, 'database pool');
  return { warn, error: warn, deprecate: warn, debug: () => undefined };
}

function guardSecondConnections(knex: Knex): void {
  const client = knex.client as { acquireConnection(): Promise<unknown> };
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = () => {
    if (insideUnitOfWork()) {
      return Promise.reject(
        new Error('A unit of work took a second connection: pass it the transaction instead'),
      );
    }
    return acquire();
  };
}
