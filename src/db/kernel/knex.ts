import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '#lib/logger.js';
import { insideUnitOfWork } from '#lib/request-scope.js';
import { camelCaseRows, snakeCase } from './case-mapping.js';
import { PostgresClient } from './postgres-client.js';

export type { Knex };

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`);
  return value;
}

/** Parsers of this connection only: int8 as a number or a loud error, calendar dates as text. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return parseInt8;
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8_ARRAY) {
      const parseTexts = pg.types.getTypeParser(1009 as 20, 'text') as (text: string) => string[];
      return (text: string) => parseTexts(text).map(parseInt8);
    }
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
};

export interface DatabaseOptions {
  url: string;
  poolMax: number;
  applicationName: string;
  /** Throws where a unit of work takes a second connection, which under load is a deadlock. Off in production. */
  guard: boolean;
  /** Hears of connections that cannot be had; without one such lines are dropped, for whoever wanted one is told. */
  logger?: Pick<Logger, 'warn'>;
}

/** Opens the pool. Nothing connects until the first query. */
export function createKnex(options: DatabaseOptions): Knex {
  const knex = knexModule({
    client: PostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      // A statement that runs longer than this is a bug or an attack; long jobs raise it for themselves.
      statement_timeout: 30_000,
      types,
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
  const tell = (message: unknown) =>
    logger?.warn({ detail: String(message).split('\n')[0] }, 'database pool');
  return { warn: tell, error: tell, deprecate: tell, debug: () => undefined };
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
