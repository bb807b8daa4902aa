import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { searchFor } from './search-shop.js';

const PRODUCTS = 3_000;
let platform: TestPlatform;
let admin: HttpClient;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
  const { vendorId } = await createVendor(container);
  await container.knex.raw(
    `insert into products (vendor_id, title, slug, status, published_at)
     select ?, 'Item ' || n, 'item-' || n, 'active', now() from generate_series(1, ?) n`,
    [vendorId, PRODUCTS],
  );
  worker = await startWorkerProcess(container.config, 'search');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

it('kill-worker-reindex: a worker killed in the middle loses no document and leaves none twice', async () => {
  const { body } = await admin.post<{ runId: string }>('/admin/search/reindex', { batchSize: 100 });
  const run = async () =>
    (await admin.get<{ state: string; indexed: number }>(`/admin/search/reindex/${body.data.runId}`)).body
      .data;
  await eventually(async () => expect((await run()).indexed).toBeGreaterThan(200));
  await worker.kill();
  await platform.startWorkers(['search']);
  await eventually(async () => expect((await run()).state).toBe('completed'));
  expect((await searchFor(platform.http, { q: 'item' })).body.metadata).toMatchObject({ total: PRODUCTS });
  const [row] = (await platform.container.knex('search_docs_products_v1').count({ n: '*' })) as {
    n: number;
  }[];
  expect(Number(row?.n)).toBe(PRODUCTS);
});
