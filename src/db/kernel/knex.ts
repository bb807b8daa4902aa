import knexModule, { type Knex } from 'knex';
import type { Logger } from '#lib/logger.js';
import { admitConnection, insideUnitOfWork, lentConnection, showStatement } from '#lib/request-scope.js';
import { camelCaseRows, snakeCase } from './case-mapping.js';
import { type QueryClass, queryClasses } from './query-classes.js';
import { type Pooler, timeoutsAtConnect } from './pooler.js';
import { type PoolSettings, PostgresClient } from './postgres-client.js';
import { valueParsers } from './value-parsers.js';

export type { Knex };

export interface DatabaseOptions {
  url: string;
  poolMax: number;
  applicationName: string;
  /** `none` by default. */
  pooler?: Pooler;
  /** How long statements may take and wait; `work` by default. Long jobs raise the first for themselves. */
  queries?: QueryClass;
  /**
   * Throws where a unit of work takes a second connection, which under load is a deadlock, and where rows differ from
   * the columns that describe them; shows each statement to the watch of its request. Off in production.
   */
  guard: boolean;
  /** Logs connections that cannot be had; without a logger such lines are dropped: the caller gets the error. */
  logger?: Pick<Logger, 'warn'>;
}

/** Opens the pool. Nothing connects until the first query. */
export function createKnex(options: DatabaseOptions): Knex {
  const { pooler = 'none', queries = queryClasses.work } = options;
  const knex = knexModule({
    client: PostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      ...timeoutsAtConnect(queries, pooler),
      types: valueParsers,
    } as Knex.PgConnectionConfig,
    log: linesOf(options.logger),
    ...({ pooler, queries, checkRows: options.guard } satisfies PoolSettings),
    pool: { min: 0, max: options.poolMax, acquireTimeoutMillis: 10_000 },
    wrapIdentifier: (value, wrap) => (value === '*' ? value : wrap(snakeCase(value))),
    postProcessResponse: (response: unknown) => camelCaseRows(response),
  });
  admitConnections(knex);
  if (options.guard) {
    guardSecondConnections(knex);
    knex.on('query', ({ sql, bindings = [] }: { sql: string; bindings?: unknown[] }) =>
      showStatement(sql, bindings),
    );
  }
  useLentConnections(knex);
  return knex;
}

/** How long statements of a connection wait for a lock, in milliseconds; 0 where nothing but their own time limits them. */
export function lockTimeoutOf({ client }: Pick<Knex, 'client'>): number {
  return (client as { config: PoolSettings }).config.queries.lockMs;
}

/** The library would write its lines, some with a stack, to the terminal: between JSON lines nobody can read them. */
function linesOf(logger: DatabaseOptions['logger']) {
  const warn = (message: unknown) =>
    logger?.warn({ detail: String(message).split('\n')[0] }, 'database pool');
  return { warn, error: warn, deprecate: warn, debug: () => undefined };
}

interface ConnectionClient {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}

/** What has waited for a connection may be refused by then: it gives the connection to the next. */
function admitConnections(knex: Knex): void {
  const client = knex.client as ConnectionClient;
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    const connection = await acquire();
    try {
      admitConnection();
    } catch (error) {
      await client.releaseConnection(connection);
      throw error;
    }
    return connection;
  };
}

/** A read inside of a unit of work that was lent its connection takes that one, and gives none back. */
function useLentConnections(knex: Knex): void {
  const client = knex.client as ConnectionClient;
  const acquire = client.acquireConnection.bind(client);
  const release = client.releaseConnection.bind(client);
  client.acquireConnection = () => {
    const lent = lentConnection();
    return lent === undefined ? acquire() : Promise.resolve(lent);
  };
  client.releaseConnection = (connection) =>
    connection === lentConnection() ? Promise.resolve() : release(connection);
}

function guardSecondConnections(knex: Knex): void {
  const client = knex.client as ConnectionClient;
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
