import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { searchProducts } from '#db/search/search-products-tables.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { titlesFor } from './search-shop.js';

interface Run {
  runId: string;
  jobId: string;
  vendorId: string | null;
  batchSize: number;
  state: string;
  indexed: number;
  failed: number;
  total: number;
  finishedAt: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let other: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'search', 'relay'] });
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
  [vendor, other] = [await createVendor(container), await createVendor(container)];
  for (let n = 0; n < 5; n += 1) await createProduct(container, vendor.vendorId, { title: `Lamp ${n}` });
  await createProduct(container, vendor.vendorId, { title: 'Draft', status: 'draft' });
  await createProduct(container, other.vendorId, { title: 'Bowl' });
});
afterAll(() => platform.stop());

const reindex = async (body: object = {}) => admin.post<Run>('/admin/search/reindex', body);
const read = async (runId: string) => (await admin.get<Run>(`/admin/search/reindex/${runId}`)).body.data;
const ends = (runId: string, state: string) =>
  eventually(async () => {
    const run = await read(runId);
    expect(run.state).toBe(state);
    return run;
  });
const titles = async (q = '') => (await titlesFor(platform.http, { q })).sort();

it('indexes the products of a vendor, then all, without duplicates', async () => {
  const item = await reindex({ vendorId: vendor.vendorId, batchSize: 2 });
  expect(item.status).toBe(202);
  const { runId } = item.body.data;
  expect(item.body.data).toEqual({
    runId,
    jobId: `backfill-${runId}-start`,
    vendorId: vendor.vendorId,
    batchSize: 2,
  });
  expect(await ends(runId, 'completed')).toMatchObject({ indexed: 6, failed: 0, total: 6 });
  expect(await titles()).toEqual(['Lamp 0', 'Lamp 1', 'Lamp 2', 'Lamp 3', 'Lamp 4']);
  const all = (await reindex()).body.data;
  expect([all.vendorId, all.batchSize]).toEqual([null, 500]);
  await ends(all.runId, 'completed');
  expect(await titles()).toEqual(['Bowl', 'Lamp 0', 'Lamp 1', 'Lamp 2', 'Lamp 3', 'Lamp 4']);
  const job = await admin.get<{ type: string; status: string }>(`/admin/jobs/${all.jobId}`);
  expect(job.body.data).toMatchObject({ type: 'reindexProducts' });
});

it('has documents leave whose product is gone', async () => {
  const { container } = platform;
  const gone = await createProduct(container, vendor.vendorId, { title: 'Vanishing' });
  await ends((await reindex({ vendorId: vendor.vendorId })).body.data.runId, 'completed');
  expect(await titles('vanishing')).toEqual(['Vanishing']);
  // Without an event, as after a restore of the database.
  await container.knex('products').where({ id: gone.productId }).update({ deletedAt: new Date() });
  await ends((await reindex({ vendorId: vendor.vendorId })).body.data.runId, 'completed');
  expect(await titles('vanishing')).toEqual([]);
});

it.each([
  [{ batchSize: 0 }, 400],
  [{ batchSize: 2001 }, 400],
  [{ batchSize: 1.5 }, 400],
  [{ vendorId: 'none' }, 400],
  [{ vendorId: newId() }, 404],
])('refuses %j', async (body, status) => {
  expect((await reindex(body)).status).toBe(status);
});

it('is for administrators with the permission', async () => {
  expect((await platform.http.post('/admin/search/reindex', {})).status).toBe(401);
  expect((await platform.http.as(vendor.token).post('/admin/search/reindex', {})).status).toBe(403);
});

it('run-joined: a second request of a scope joins the open run, others have their own', async () => {
  const gate = await holdUpdates(
    platform.container.config.DATABASE_URL,
    'search_runs',
    'new.cursor is distinct from old.cursor',
  );
  const first = (await reindex({ vendorId: vendor.vendorId, batchSize: 3 })).body.data;
  await gate.reached();
  const [second, third, all] = await Promise.all([
    reindex({ vendorId: vendor.vendorId, batchSize: 9 }),
    reindex({ vendorId: vendor.vendorId }),
    reindex({}),
  ]);
  expect([second.body.data, third.body.data]).toEqual([first, first]);
  expect(all.body.data.runId).not.toBe(first.runId);
  await gate.open();
  await ends(first.runId, 'completed');
  await ends(all.body.data.runId, 'completed');
  const again = (await reindex({ vendorId: vendor.vendorId })).body.data;
  expect(again.runId).not.toBe(first.runId);
  await ends(again.runId, 'completed');
});

it('run-cancelled: cancelling the job stops the run behind the batch in hand', async () => {
  const gate = await holdUpdates(
    platform.container.config.DATABASE_URL,
    'search_runs',
    'new.cursor is distinct from old.cursor',
  );
  const { runId, jobId } = (await reindex({ batchSize: 1 })).body.data;
  await gate.reached();
  expect((await admin.post(`/admin/jobs/${jobId}/cancel`, { reason: 'Enough' })).status).toBeLessThan(300);
  // The worker hears of it with its next heartbeat.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await gate.open();
  const run = await ends(runId, 'cancelled');
  expect(run.indexed).toBeLessThan(run.total);
  expect(run.finishedAt).not.toBeNull();
  const next = (await reindex()).body.data;
  expect(next.runId).not.toBe(runId);
  await ends(next.runId, 'completed');
});

it('goes on where another pass holds a product, and ends with it', async () => {
  const { container } = platform;
  const [product] = (await container.knex('products').where({ title: 'Bowl' }).select('id')) as {
    id: string;
  }[];
  const held = await container
    .knex('search_products')
    .where({ productId: product?.id })
    .update({ leasedUntil: container.knex.raw(`now() + interval '2 seconds'`), leaseId: newId() });
  expect(held).toBe(1);
  const run = await ends((await reindex({ vendorId: other.vendorId })).body.data.runId, 'completed');
  expect(run).toMatchObject({ indexed: 1, total: 1 });
  expect(await searchProducts.counts(container.knex)).toMatchObject({ leased: 0, failing: 0 });
});
