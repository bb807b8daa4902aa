import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createReindexActivities } from '#activities/search/reindex.activities.js';
import { createReindexRequests } from '#operations/search/request-reindex.js';
import type { Container } from '#runtime/container.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';
import { queryOf } from './search-documents.js';

const PRODUCTS = 5;
const BATCH = 2;
const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'crash' };

let kernel: TestKernel;
const environment = new MockActivityEnvironment();

beforeAll(async () => {
  kernel = await startKernel();
  const { vendorId } = await createVendor(kernel.container);
  for (let n = 0; n < PRODUCTS; n += 1)
    await createProduct(kernel.container, vendorId, { title: `Crash ${n}` });
});
afterAll(() => kernel.stop());

const killed = new Error('the worker was killed');

/** The container as a process has it that dies at its `step`th transaction: before it, or between it and what follows. */
function dyingAt(step: number, when: 'before' | 'after'): { container: Container; died: () => boolean } {
  const { container } = kernel;
  let steps = 0;
  const run: Container['unitOfWork']['run'] = async (ctx, work) => {
    steps += 1;
    if (steps > step || (steps === step && when === 'before')) throw killed;
    const result = await container.unitOfWork.run(ctx, work);
    if (steps === step) throw killed;
    return result;
  };
  return {
    container: { ...container, unitOfWork: { ...container.unitOfWork, run } },
    died: () => steps >= step,
  };
}

/** Where the process died at this step; undefined when the run was complete before that. */
async function crashAt(step: number, when: 'before' | 'after'): Promise<boolean> {
  const { container, ctx } = kernel;
  const { knex, search, unitOfWork } = container;
  await knex('search_docs_products_v1').delete();
  await knex('search_products').delete();
  const scope = { vendorId: null, batchSize: BATCH };
  const { runId } = await unitOfWork.run(ctx, (tx) =>
    createReindexRequests(container).request(tx, ctx, scope),
  );
  const input = { runId, origin };
  const dying = dyingAt(step, when);
  await environment
    .run(createReindexActivities(dying.container).indexBatches, input)
    .catch((error: unknown) => {
      if (error !== killed) throw error;
    });
  // Its leases end, and another worker goes on at the checkpoint.
  await knex('search_products').update({ leasedUntil: null });
  await environment.run(createReindexActivities(container).indexBatches, input);
  const run = (await knex('search_runs').where({ id: runId }).first()) as Record<string, unknown>;
  expect([step, run['state'], run['failed']]).toEqual([step, 'completed', 0]);
  const { total, hits } = await search.search(queryOf());
  expect([step, total, new Set(hits.map(({ id }) => id)).size]).toEqual([step, PRODUCTS, PRODUCTS]);
  expect([step, await search.count('products_v1')]).toEqual([step, PRODUCTS]);
  return dying.died();
}

it.each(['before', 'after'] as const)(
  'kill-worker-reindex: a worker that dies %s any step of a run loses no document',
  async (when) => {
    let step = 1;
    while (await crashAt(step, when)) step += 1;
    // Begin, three batches of a lease, a record and a checkpoint each, and the end.
    expect(step).toBeGreaterThan(8);
  },
);
