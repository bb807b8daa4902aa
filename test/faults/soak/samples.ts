import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixtures } from '../harness/flow.js';
import type { PlatformProcesses } from '../harness/processes/platform-processes.js';

const MB = 1_048_576;

/** What a platform under a steady load has taken at one moment. */
export interface Sample {
  minutes: number;
  orders: number;
  /** Resident memory in MB, and open files, of all processes of a kind. */
  memory: Record<Kind, number>;
  handles: Record<Kind, number>;
  /** Bytes that were ever written to the log of the database. */
  wal: number;
  /** The engine's file with its own log. */
  engine: number;
  /** Tables with their indexes, by name. */
  tables: Record<string, number>;
}

export const kinds = ['api', 'worker', 'engine'] as const;
export type Kind = (typeof kinds)[number];
const WORDS: Record<Kind, string> = { api: 'dist/server.js', worker: 'dist/worker.js', engine: 'start-dev' };

export async function takeSample(
  { container, folder }: Fixtures,
  processes: PlatformProcesses,
  minutes: number,
): Promise<Sample> {
  const { alive } = processes.everyone();
  const sums = (of: (pid: number) => number) =>
    Object.fromEntries(
      kinds.map((kind) => {
        const some = alive.filter(({ command }) => command.includes(WORDS[kind]));
        return [kind, some.reduce((sum, { pid }) => sum + of(pid), 0)];
      }),
    ) as Record<Kind, number>;
  const { rows } = await container.knex.raw<{ rows: { name: string; bytes: number }[] }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const log = await container.knex.raw<{ rows: { wal: number; orders: number }[] }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, (select count(*)::int from orders) as orders`,
  );
  return {
    minutes,
    memory: sums((pid) => Math.round(residentKb(pid) / 1024)),
    handles: sums((pid) => readdirSync(`/proc/${pid}/fd`).length),
    engine: ['', '-wal'].reduce((sum, ending) => sum + sizeOf(join(folder.path, `engine.db${ending}`)), 0),
    tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
    wal: log.rows[0]?.wal ?? 0,
    orders: log.rows[0]?.orders ?? 0,
  };
}

const residentKb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** What one order has cost from one sample to another, in bytes; tables the largest growth first. */
export function growthPerOrder(first: Sample, last: Sample) {
  const orders = Math.max(1, last.orders - first.orders);
  const tables = Object.entries(last.tables)
    .map(([name, bytes]) => ({ name, bytes: Math.round((bytes - (first.tables[name] ?? 0)) / orders) }))
    .sort((a, b) => b.bytes - a.bytes);
  return {
    orders,
    wal: Math.round((last.wal - first.wal) / orders),
    engine: Math.round((last.engine - first.engine) / orders),
    database: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: tables.filter(({ bytes }) => bytes > 0).slice(0, 12),
  };
}

/** One line of a sample for the person who watches. */
export function inWords({ minutes, orders, memory, handles, wal, engine }: Sample): string {
  const of = (values: Record<Kind, number>) => kinds.map((kind) => `${kind} ${values[kind]}`).join(', ');
  return `${minutes.toFixed(1)} min: ${orders} orders; MB ${of(memory)}; files ${of(handles)}; WAL ${Math.round(wal / MB)} MB, engine ${Math.round(engine / MB)} MB`;
}
