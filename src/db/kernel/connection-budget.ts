import { integer } from '#domain/_shared/columns.js';
import { query } from './query.js';
import type { Knex } from 'knex';
import type { Pooler } from './pooler.js';
import { expectRow } from './expect-row.js';

/** For notifications, sign-in (four), the lease of a relay and streams: an API and a worker open at most five of them. */
const BESIDE_POOL = 5;
/** Behind a pooler only notifications, the lease and two streams reach the database directly. */
const PAST_POOLER = 4;

/** Connections that one process opens at most at the database itself. */
export const mostConnections = ({ poolMax, pooler }: { poolMax: number; pooler: Pooler }): number =>
  pooler === 'none' ? poolMax + BESIDE_POOL : PAST_POOLER;

export interface ConnectionBudget {
  /** Of one process, at most. */
  most: number;
  /** Processes that listen to this database now, this one among them. */
  processes: number;
  /** Of all of them, were each like this one. */
  wanted: number;
  /** What the server has for roles without privileges: `max_connections` without the reserved ones. */
  available: number;
}

/** What the processes of this database may open, held against what its server allows. */
export async function readConnectionBudget(
  knex: Knex,
  options: { poolMax: number; pooler: Pooler },
): Promise<ConnectionBudget> {
  const rows = await query(knex, {
    processes: integer,
    available: integer,
  })(`select (select count(*)::int from pg_stat_activity
             where datname = current_database() and application_name = 'haat-live') as processes,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - current_setting('reserved_connections')::int as available`);
  const { processes, available } = expectRow(rows);
  const most = mostConnections(options);
  return { most, processes, wanted: most * processes, available };
}
