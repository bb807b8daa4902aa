import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import QueryStream from 'pg-query-stream';
import { camelCaseRow } from './case-mapping.js';
import { valueParsers } from './value-parsers.js';

/** Exports and feeds of one process share these; a third waits, so that requests always find a connection. */
const MAX_CONNECTIONS = 2;
const BATCH_ROWS = 1_000;

export interface StreamingConnection {
  /**
   * The rows of a statement in batches of about a thousand, in camelCase; the memory used does not depend on their number.
   * @param bindings for `$1`, `$2`, …
   */
  batches<Row>(sql: string, bindings?: readonly unknown[]): AsyncIterable<Row[]>;
  /** Runs a statement and returns its rows. */
  rows<Row>(sql: string, bindings?: readonly unknown[]): Promise<Row[]>;
  /** The output of `COPY … TO STDOUT`. */
  copyOut(sql: string): Readable;
  /** Takes the input of `COPY … FROM STDIN`; resolved when the server has taken all of it. */
  copyIn(sql: string, write: (target: Writable) => Promise<void>): Promise<void>;
}

/**
 * Connections for statements that run for minutes: cursors and `COPY`. They are outside the pool and its time limit of
 * thirty seconds, in their own transaction that sees the database as it was at its start.
 */
export interface StreamingConnections {
  /**
   * Opens a connection (waiting for a free place), begins a transaction, hands it to `work`, commits and closes it.
   * @param options.write by default the transaction is read-only
   * @param options.signal closes the connection in the middle of a statement; what was written is rolled back
   * @throws the reason of the signal, or what `work` or the database threw
   */
  use<T>(
    work: (connection: StreamingConnection) => Promise<T>,
    options?: { write?: boolean; signal?: AbortSignal },
  ): Promise<T>;
}

export function createStreamingConnections(options: {
  url: string;
  applicationName: string;
  most?: number;
}): StreamingConnections {
  const most = options.most ?? MAX_CONNECTIONS;
  let open = 0;
  const waiting: (() => void)[] = [];

  /** A place that becomes free goes to the first who waits: the count does not change hands in between. */
  async function takePlace(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (open < most) {
      open += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal?.reason as Error);
      };
      waiting.push(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function givePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  }

  return {
    async use(work, { write = false, signal } = {}) {
      await takePlace(signal);
      const client = new pg.Client({
        connectionString: options.url,
        application_name: options.applicationName,
        connectionTimeoutMillis: 5_000,
        types: valueParsers,
      });
      // What breaks the connection is thrown by the statement that it broke.
      client.on('error', () => undefined);
      const cut = () => endNow(client);
      try {
        signal?.addEventListener('abort', cut, { once: true });
        await client.connect();
        signal?.throwIfAborted();
        // Without the check a server goes on with a long statement although nobody reads its rows any more.
        await client.query("set statement_timeout = 0; set client_connection_check_interval = '1s'");
        await client.query(`begin isolation level repeatable read ${write ? 'read write' : 'read only'}`);
        const result = await work(connectionOn(client));
        await client.query('commit');
        await client.end();
        return result;
      } catch (error) {
        endNow(client);
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', cut);
        givePlace();
      }
    },
  };
}

/** Closes the socket at once, in the middle of a statement too; the server rolls an open transaction back. */
function endNow(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy();
}

/** What `pg-query-stream` reads from; its types do not show it. */
interface Cursor extends pg.Submittable {
  read(rows: number): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

function connectionOn(client: pg.Client): StreamingConnection {
  const ended = new Promise<void>((resolve) => void client.once('end', resolve));
  return {
    async *batches<Row>(sql: string, bindings: readonly unknown[] = []) {
      // Its cursor alone: as a stream it waits for ever for a connection that was cut in the middle of a batch.
      const { cursor } = new QueryStream(sql, [...bindings]) as { cursor: Cursor };
      client.query(cursor);
      let reading = true;
      try {
        while (reading) {
          const rows = await cursor.read(BATCH_ROWS);
          reading = rows.length === BATCH_ROWS;
          if (rows.length > 0) yield rows.map((row) => camelCaseRow(row) as Row);
        }
      } finally {
        if (reading) await Promise.race([cursor.close(), ended]);
      }
    },
    async rows<Row>(sql: string, bindings: readonly unknown[] = []) {
      const { rows } = await client.query<Record<string, unknown>>(sql, [...bindings]);
      return rows.map((row) => camelCaseRow(row) as Row);
    },
    copyOut: (sql) => client.query(copyTo(sql)),
    async copyIn(sql, write) {
      const target = client.query(copyFrom(sql));
      await write(target);
      target.end();
      await finished(target);
    },
  };
}
