import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createIndexKeeper } from '#activities/search/keep-index.js';
import { createProductIndexer } from '#activities/search/index-products.js';
import { createReindexActivities } from '#activities/search/reindex.activities.js';
import { createSearchProductsRepository } from '#db/search/search-products.repository.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import type { IndexWrite, SearchEngine } from '#integrations/search/search-engine.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Container } from '#runtime/container.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow, passOf, passRequested } from './index-now.js';
import { searchFor, titlesFor } from './search-shop.js';

let platform: TestPlatform;
let vendorId: string;
const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

/** The container with an engine whose writes pass through `around`. */
function withWrites(
  around: (
    write: () => ReturnType<SearchEngine['write']>,
    writes: readonly IndexWrite[],
  ) => ReturnType<SearchEngine['write']>,
): Container {
  const { container } = platform;
  const search: SearchEngine = {
    ...container.search,
    write: (names, writes) => around(() => container.search.write(names, writes), writes),
  };
  return { ...container, search };
}

const request = (productId: string) =>
  platform.container.unitOfWork.run({} as never, (tx) =>
    createSearchProductsRepository().request(tx, [productId]),
  );
const rename = (productId: string, title: string) =>
  platform.container.knex('products').where({ id: productId }).update({ title, updatedAt: new Date() });
const titles = (q: string) => titlesFor(platform.http, { q });
const rowOf = async (productId: string) =>
  (await platform.container.knex('search_products').where({ productId }).first()) as Record<string, unknown>;

it('event-during-pass: what changes while a pass runs leads to another pass', async () => {
  const { productId } = await createProduct(platform.container, vendorId, { title: 'Morning' });
  await request(productId);
  let passes = 0;
  const container = withWrites(async (write) => {
    passes += 1;
    if (passes === 1) {
      // The pass has read the product; now its title changes, and the event asks for a pass.
      await rename(productId, 'Evening');
      await request(productId);
    }
    return write();
  });
  const pass = passOf(container);
  await pass(control);
  expect(await titles('morning')).toEqual(['Morning']);
  await pass(control);
  expect([await titles('morning'), await titles('evening'), passes]).toEqual([[], ['Evening'], 2]);
  expect(await pass(control)).toMatchObject({ taken: 0 });
});

it('stale-writer: a pass that was given up for dead never replaces a newer document', async () => {
  const { productId } = await createProduct(platform.container, vendorId, { title: 'Old' });
  await request(productId);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let reached: () => void = () => undefined;
  const atWrite = new Promise<void>((resolve) => (reached = resolve));
  const slow = passOf(
    withWrites(async (write) => {
      reached();
      await held;
      return write();
    }),
  )(control);
  await atWrite;
  // Its lease ends, and another worker indexes what the product is by then.
  await platform.container
    .knex('search_products')
    .where({ productId })
    .update({ leasedUntil: new Date(0) });
  await rename(productId, 'New');
  await passRequested(platform.container);
  const before = await rowOf(productId);
  release();
  await slow;
  expect([await titles('old'), await titles('new')]).toEqual([[], ['New']]);
  expect((await rowOf(productId))['doneAt']).toEqual(before['doneAt']);

  // The same when the newer pass removed the document.
  await platform.container.knex('products').where({ id: productId }).update({ title: 'Ghost' });
  await request(productId);
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const late = passOf(
    withWrites(async (write) => {
      arrive();
      await gate;
      return write();
    }),
  )(control);
  await arrived;
  await platform.container
    .knex('search_products')
    .where({ productId })
    .update({ leasedUntil: new Date(0) });
  await platform.container.knex('products').where({ id: productId }).update({ deletedAt: new Date() });
  await passRequested(platform.container);
  go();
  await late;
  expect([await titles('ghost'), await titles('new')]).toEqual([[], []]);
});

it('one bad document fails alone, backs off and is reported', async () => {
  const { container } = platform;
  const [good, bad] = [
    await createProduct(container, vendorId, { title: 'Goodness' }),
    await createProduct(container, vendorId, { title: 'Badness' }),
  ];
  await request(good.productId);
  await request(bad.productId);
  const pass = passOf(
    withWrites(async (write, writes) => {
      const outcomes = await write();
      const refused = (id: string) => (id === bad.productId ? { error: 'field `x` is bad' } : {});
      expect(writes).toHaveLength(2);
      return outcomes.map((item) => ({ ...item, ...refused(item.productId) }));
    }),
  );
  expect(await pass(control)).toEqual({ taken: 2, failed: 1 });
  expect(await rowOf(bad.productId)).toMatchObject({ attempts: 1, lastError: 'field `x` is bad' });
  expect(await rowOf(good.productId)).toMatchObject({ attempts: 0, lastError: null });
  await request(bad.productId);
  await passRequested(container);
});

it('an engine that is away costs no attempts', async () => {
  const { container } = platform;
  const { productId } = await createProduct(container, vendorId, { title: 'Patience' });
  await request(productId);
  const away = passOf(withWrites(() => Promise.reject(new SearchUnavailable('connection refused'))));
  expect(await away(control)).toMatchObject({ failed: 0 });
  expect(await rowOf(productId)).toMatchObject({ attempts: 0, lastError: null, leasedUntil: null });
  await container.knex('search_products').where({ productId }).update({ retryAt: null });
  await passRequested(container);
  expect(await titles('patience')).toEqual(['Patience']);
});

it('alias-swap: a new version is built beside the live one, and no search notices', async () => {
  const { container } = platform;
  const { knex, search } = container;
  const products = [];
  for (let n = 0; n < 60; n += 1)
    products.push(await createProduct(container, vendorId, { title: `Swapped item ${n}` }));
  await indexNow(container);
  const seen = new Set<number>();
  const stale: string[] = [];
  let errors = 0;
  let running = true;
  let renamed = 0;
  const searching = (async () => {
    while (running) {
      const { status, body } = await searchFor(platform.http, { q: 'swapped', limit: 100 });
      if (status !== 200) errors += 1;
      else seen.add((body.metadata as unknown as { total: number }).total);
    }
  })();
  const writing = (async () => {
    while (running) {
      const product = products[renamed % products.length];
      renamed += 1;
      if (!product) continue;
      const title = `Swapped item renamed ${renamed}`;
      await rename(product.productId, title);
      await request(product.productId);
      // The run may hold the row at this moment: its pass is then followed by another one.
      await eventually(async () => {
        await passRequested(container);
        const { body } = await searchFor(platform.http, { q: title, limit: 100 });
        expect(body.data.products.map((item) => item.title)).toContain(title);
      }).catch(() => stale.push(title));
    }
  })();
  const keeper = createIndexKeeper(container, 2);
  expect(await keeper.isCurrent()).toBe(false);
  expect(await keeper.reconcile()).toMatchObject({ built: 1 });
  expect(await search.readAlias()).toBe('products_v1');
  const [run] = (await knex('search_runs').where({ builds: 'products_v2' }).select('id')) as { id: string }[];
  const environment = new MockActivityEnvironment();
  const activities = createReindexActivities(container);
  const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'swap' };
  const input = { runId: run?.id ?? '', origin };
  expect(await environment.run(activities.indexBatches, input)).toMatchObject({ done: true });
  expect(await search.readAlias()).toBe('products_v2');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  running = false;
  await Promise.all([searching, writing]);
  expect({ errors, seen: [...seen], stale }).toEqual({ errors: 0, seen: [60], stale: [] });
  expect(renamed).toBeGreaterThan(3);
  expect(await keeper.isCurrent()).toBe(true);

  // Both are written for a day; then the former one goes, and only that.
  expect(await keeper.reconcile()).toMatchObject({ dropped: 0 });
  await knex('search_collections')
    .where({ state: 'former' })
    .update({ retiredAt: new Date(0) });
  expect(await keeper.reconcile()).toMatchObject({ built: 0, dropped: 1 });
  expect(await knex('search_collections').select('name', 'state')).toEqual([
    { name: 'products_v2', state: 'live' },
  ]);
  expect((await searchFor(platform.http, { q: 'swapped' })).body.metadata).toMatchObject({ total: 60 });
});

it('a pass of its own holds rows while a worker still leases them', async () => {
  const { container } = platform;
  const { productId } = await createProduct(container, vendorId, { title: 'Leased' });
  await request(productId);
  const index = createProductIndexer(container);
  const pass = createDerivedPass(container, 'test', searchProducts, async (taken) => {
    expect(await passOf(container)(control)).toMatchObject({ taken: 0 });
    return index(taken);
  });
  expect(await pass(control)).toEqual({ taken: 1, failed: 0 });
  expect(await titles('leased')).toEqual(['Leased']);
});
