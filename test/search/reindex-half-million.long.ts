import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createIndexKeeper } from '#activities/search/keep-index.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { searchFor } from './search-shop.js';

/** Fewer on a machine that is busy with other things. */
const PRODUCTS = Number(process.env['SEARCH_PRODUCTS'] ?? 500_000);
const BATCH = 50_000;
const LIMIT_MS = 3_000_000;

let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  const { container } = platform;
  const { vendorId } = await createVendor(container);
  for (let from = 1; from <= PRODUCTS; from += BATCH)
    await container.knex.raw(
      `with made as (
         insert into products (vendor_id, title, slug, description, status, published_at, created_at, updated_at)
         select ?::uuid, 'Article ' || n || ' of ' || (array['brass', 'cotton', 'steel', 'clay'])[1 + n % 4], 'article-' || n,
           '<p>' || repeat('Made by hand in small lots. ', 10) || '</p>', 'active', now() - interval '2 days',
           now() - interval '2 days', now() - interval '2 days'
         from generate_series(?::integer, ?::integer) n returning id, vendor_id
       )
       insert into products_variants (product_id, vendor_id, sku, price, sort_order)
       select id, vendor_id, 'A-' || id, 49900, 0 from made`,
      [vendorId, from, Math.min(from + BATCH - 1, PRODUCTS)],
    );
  // A reconcile would request all of them beside the run.
  await container.knex.raw(`update products set updated_at = now() - interval '2 days'`);
  await container.knex('search_collections').update({ reconciledAt: new Date() });
  await container.knex.raw('analyze');
  worker = await startWorkerProcess(container.config, 'search');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

/** Megabytes of a process; undefined where the system does not tell. */
function residentMb(pid: number): number | undefined {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return undefined;
  }
}

it('a new version of half a million documents is built in bounded memory, and no search notices the swap', async () => {
  const { container, http } = platform;
  const { knex, search } = container;
  const keeper = createIndexKeeper(container, 2);
  expect(await keeper.reconcile()).toMatchObject({ built: 1, requested: 0 });
  let total = 0;
  const memory: number[] = [];
  const began = Date.now();
  let state = 'pending';
  let indexed = 0;
  while (state === 'pending' || state === 'running') {
    await sleep(500);
    const used = residentMb(worker.pid);
    if (used !== undefined) memory.push(used);
    const { status, body } = await searchFor(http, { q: 'article', limit: 1 });
    expect(status).toBe(200);
    // The live collection is filled beside the new one: its documents only become more, the swap included.
    const found = (body.metadata as unknown as { total: number }).total;
    expect(found).toBeGreaterThanOrEqual(total);
    total = found;
    const run = (await knex('search_runs').where({ builds: 'products_v2' }).first()) as {
      state: string;
      indexed: number;
    };
    ({ state, indexed } = run);
    if (Date.now() - began > LIMIT_MS) break;
  }
  const seconds = (Date.now() - began) / 1_000;
  const half = Math.floor(memory.length / 2);
  const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  console.log(
    `${indexed} documents, each in two collections, in ${Math.round(seconds)} s: ${Math.round(indexed / seconds)}/s; ` +
      `worker ${Math.round(first)} MB in the first half, ${Math.round(second)} MB in the second`,
  );
  expect([state, Number(indexed)]).toEqual(['completed', PRODUCTS]);
  expect(await search.readAlias()).toBe('products_v2');
  expect([await search.count('products_v1'), await search.count('products_v2')]).toEqual([
    PRODUCTS,
    PRODUCTS,
  ]);
  // A process needs a minute or two until its heap is as large as it gets.
  if (seconds > 120) expect(second).toBeLessThan(first * 1.1);
  await sleep(1_500);
  for (const q of ['brass', 'cotton', 'steel', 'clay'])
    expect((await searchFor(http, { q, limit: 1 })).body.metadata).toMatchObject({ total: PRODUCTS / 4 });
  // Nothing to do now: what changed since the last reconcile is what it reads.
  const before = Date.now();
  expect(await keeper.reconcile()).toMatchObject({ built: 0, requested: 0 });
  console.log(`a reconcile with nothing to do: ${Date.now() - before} ms`);
});
