import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import type { HttpClient } from '../_support/http-client.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { type OwnPostgres, startOwnPostgres } from '../_support/own-postgres.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { createMarketplace, instantOf, orderArbitrary, writeOrders } from './marketplace.js';
import { referenceDashboard } from './reference.js';
import { storedDashboard } from './refreshing.js';
import { dayOf } from './wall-clock.js';

/** Of each process, in a refresh and in a rebuild. */
const KILLS = Number(process.env['KILLS'] ?? 5);
const ORDERS = 60;
const zone = 'Asia/Kolkata';

let postgres: OwnPostgres;
let engine: OwnEngine;
let platform: TestPlatform;
let worker: WorkerProcess;
let admin: HttpClient;

beforeAll(async () => {
  [postgres, engine] = await Promise.all([startOwnPostgres(), startOwnEngine()]);
  platform = await startPlatform({
    environment: {
      DATABASE_URL: postgres.url,
      TEMPORAL_ADDRESS: engine.address,
      TEMPORAL_NAMESPACE: engine.namespace,
    },
  });
  const { container } = platform;
  admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  const now = new Date();
  const plans = fc.sample(orderArbitrary, { numRuns: ORDERS, seed: 9 });
  const market = await createMarketplace(container);
  await writeOrders(container, market, plans, (plan) => instantOf(plan, now, dayOf(now, zone), zone));
  worker = await startWorkerProcess(container.config, 'core');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
  await engine.remove();
  await postgres.remove();
});

const victims = {
  worker: async () => {
    await worker.kill();
    worker = await startWorkerProcess(platform.container.config, 'core');
  },
  engine: async () => {
    await engine.kill();
    await engine.start();
  },
  postgres: async () => {
    await postgres.kill();
    await postgres.start();
  },
};

/** Statements at which the transaction of a refresh, and of a later step of a rebuild, is stopped. */
const held = {
  refresh: ['analytics_state', 'new.computed_at is distinct from old.computed_at'],
  rebuild: ['analytics_months', 'true'],
} as const;

/** A change of figures of a day long past, which marks that day. */
async function change(round: number): Promise<void> {
  await platform.container.knex.raw(
    `update payments_refunds set amount = amount + ? where id in
       (select id from payments_refunds where status = 'processed' order by processed_at limit 5)`,
    [round + 1],
  );
}

async function removeGates(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; table: string }>(
    `select tgname as name, tgrelid::regclass::text as table from pg_trigger where tgname like 'gate\\_%'`,
  );
  for (const { name, table } of rows)
    await client.query(`drop trigger ${name} on ${table}; drop function ${name}()`);
  await client.end();
}

interface Health {
  computedAt: string | null;
  dirtyDays: number;
  rebuilding: boolean;
}

/** Nothing is marked and nothing waits, after a refresh later than the given one. */
async function settled(before: string | null): Promise<Date> {
  return eventually(async () => {
    const { body } = await admin.get<Health>('/admin/analytics/health');
    expect(body.data).toMatchObject({ dirtyDays: 0, rebuilding: false });
    expect(body.data.computedAt).not.toBe(before);
    return new Date(body.data.computedAt ?? 0);
  });
}

async function expectRaw(now: Date): Promise<void> {
  const stored = await storedDashboard(platform.container);
  const expected = await referenceDashboard(platform.container, { now, zone });
  expect(stored.platform).toEqual(expected.platform);
  expect(stored.vendors).toEqual(expected.vendors);
}

const cases = (['worker', 'engine', 'postgres'] as const).flatMap((victim) =>
  (['refresh', 'rebuild'] as const).map((kind) => [victim, kind] as const),
);

describe('a refresh in whose transaction a process is killed', () => {
  // A case that failed leaves its gate to nobody.
  afterEach(removeGates);

  it.each(cases)(
    'kill -9 of the %s in a %s: figures equal the raw rows, and nothing stays marked',
    async (victim, kind) => {
      for (let round = 0; round < KILLS; round += 1) {
        const { computedAt } = (await admin.get<Health>('/admin/analytics/health')).body.data;
        await change(round);
        const [table, condition] = held[kind];
        const gate = await holdUpdates(postgres.url, table, condition);
        // The API may still be finding out that the engine is back.
        await eventually(async () => {
          const { status } = await admin.post(`/admin/analytics/${kind}`);
          expect(status).toBe(kind === 'refresh' ? 200 : 202);
        });
        await gate.reached();
        await victims[victim]();
        await gate.open().catch(() => undefined);
        await eventually(removeGates);
        await expectRaw(await settled(computedAt));
      }
    },
  );
});
