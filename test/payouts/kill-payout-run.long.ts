import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { endedRun, expectEachPaidOnce, payableVendors, startRun } from './payout-runs.js';

const VENDORS = 12;

let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['relay'] });
  worker = await startWorkerProcess(platform.container.config, 'core');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

it('a payout run whose worker is killed between two vendors is resumed, and pays each of them once', async () => {
  const { container } = platform;
  const admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  const vendors = await payableVendors(platform, VENDORS);
  const gate = await holdUpdates(container.config.DATABASE_URL, 'payouts_runs', 'new.vendors = 5');
  const run = await startRun(admin);
  await gate.reached();
  await worker.kill();
  await gate.open();
  const [row] = (await container.knex('payouts_runs').where({ id: run.id })) as { state: string }[];
  expect(row?.state).toBe('running');
  await platform.startWorkers(['core']);
  const net = vendors.reduce((sum, vendor) => sum + vendor.net, 0);
  expect(await endedRun(admin, run.id)).toMatchObject({
    vendors: VENDORS,
    created: VENDORS,
    amount: net,
  });
  await expectEachPaidOnce(admin, vendors);
  await expectBooksRight(container);
});
