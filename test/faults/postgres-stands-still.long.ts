import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLeaseHolder, type HeldLease } from '#db/kernel/held-lease.js';
import { relayLease } from '#db/events/relay-lease.repository.js';
import { createLogger } from '#lib/logger.js';
import { type OwnPostgres, startOwnPostgres } from '../_support/own-postgres.js';

const FROZEN_MS = 20_000;

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.remove());

/** The processes of the server: its first one, and those of its connections. */
async function processes(): Promise<number[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(rows[0]?.pid)])
    .toString()
    .trim();
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', parent]).toString().trim().split(/\s+/);
  await client.end();
  return [Number(parent), ...children.map(Number).filter((pid) => pid !== rows[0]?.pid)];
}

it('a server that stands still for twenty seconds changes the active relay at most once', async () => {
  const logger = createLogger({ level: 'silent', name: 'test' });
  const relays = [1, 2, 3].map(() => createLeaseHolder(relayLease, { databaseUrl: postgres.url, logger }));
  const held: HeldLease[] = [];
  let stopping = false;
  const running = relays.map(async (relay) => {
    while (!stopping) {
      const taken = await relay.take().catch(() => ({ lease: null, retryMs: 1_000 }));
      if (!taken.lease) await sleep(taken.retryMs);
      else {
        const { lease } = taken;
        held.push(lease);
        while (!stopping && !lease.isLost()) await sleep(50);
      }
    }
  });
  await sleep(3_000);
  expect(held).toHaveLength(1);
  const pids = await processes();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  expect(held.map((lease) => lease.isSure())).toEqual([false]);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await sleep(10_000);
  expect(held.length).toBeLessThanOrEqual(2);
  expect(held.filter((lease) => lease.isSure())).toHaveLength(1);
  expect(held.at(-1)?.isSure()).toBe(true);
  expect(held.at(-1)?.number).toBe(held.length);
  stopping = true;
  await Promise.all(running);
  for (const lease of held) await lease.release();
  for (const relay of relays) await relay.close();
});
